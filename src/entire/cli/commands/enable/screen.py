"""What `entire enable` shows at the end."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.ui.cells import cell_len
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Screen, cut, pad, wrap

ON = "On. Work as usual; the next commit remembers its conversation.   entire status"
ON_COMMITTING = "On. Work as usual; each turn of an agent becomes a commit.   entire status"
ON_WITHOUT_COMMITS = "On. This branch has no commits yet; checkpoints start after the first one."
NOT_LINKED = "On, but git does not call entire yet: add the lines above to link commits."
NO_PROGRAM = "`entire` is not on PATH, so hooks cannot call it. Install it with pipx or `uv tool install`."


class Row(NamedTuple):
    """Something that is installed."""

    what: str
    where: str
    note: str = ""
    good: bool = True


class Advice(NamedTuple):
    """Lines to add to a file that is not ours."""

    text: str
    lines: str


class Report(NamedTuple):
    found: list[str]  # agents, if none were given
    rows: list[Row]
    advice: list[Advice]
    closing: list[str]


def render(report: Report, screen: Screen) -> list[str]:
    out = []
    if report.found:
        out.append(cut(f"Agents found here: {', '.join(map(safe, report.found))}", screen.width))
    out += _rows(report.rows, screen)
    for advice in report.advice:
        out += ["", *wrap(safe(advice.text), screen.width), ""]
        out += [f"    {line}".rstrip() for line in advice.lines.splitlines()]  # to be copied: never cut
    out += [""] * bool(report.advice)
    for text in report.closing:
        out += [text] if len(text) <= screen.width else wrap(text.replace("   ", "  "), screen.width)
    return out


def _rows(rows: list[Row], screen: Screen) -> list[str]:
    """Aligned rows; a note that does not fit goes below its row."""
    names = max((cell_len(safe(row.what)) for row in rows), default=0)
    places = max((cell_len(safe(row.where)) for row in rows if row.note), default=0)
    out = []
    for row in rows:
        mark = screen.style("✓", "good") if row.good else screen.style("!", "bad")
        head = f" {pad(safe(row.what), names)}   "
        space = screen.width - 1 - len(head)
        where, note = cut(safe(row.where), space), safe(row.note)
        if note and places + 2 + cell_len(note) <= space:
            out.append(f"{mark}{head}{pad(where, places)}  {screen.style(note, 'dim')}")
            continue
        out.append(f"{mark}{head}{where}")
        out += [pad("", 1 + len(head)) + screen.style(line, "dim") for line in wrap(note, space) if line]
    return out
