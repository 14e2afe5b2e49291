"""`entire search` on a terminal and as plain lines: a block for each hit."""

from __future__ import annotations

from collections.abc import Callable

from entire.cli.commands.search.facts import Found, HitRow
from entire.cli.ui.cells import cell_len
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Screen, cut, long_age, pad, plain_time
from entire.core import clock
from entire.core.text import one_line
from entire.search.tables import ANSWERS, COMMITS, FILES, PROMPTS, SUMMARIES, TOOLS

_SHA = 7
_MARKS = {PROMPTS: "❯", ANSWERS: "●", TOOLS: "⚒", FILES: "±", COMMITS: "⎇", SUMMARIES: "≡"}
_NOTHING = "Nothing found."
_HINTS = "Fewer words find more. `entire search --help` lists the filters."


def nothing(screen: Screen) -> list[str]:
    return [_NOTHING, screen.style(cut(_HINTS, screen.width), "dim")]


def render(found: Found, screen: Screen) -> list[str]:
    lines = [line for rows in blocks(found, screen) for line in rows]
    if found.more:
        lines += ["", screen.style(cut("There are more: --limit 0 shows all.", screen.width), "dim")]
    return lines


def blocks(found: Found, screen: Screen) -> list[list[str]]:
    """For each hit, a line that says when, who and where, and one with the passage."""
    ages = [_age(row, screen.now) for row in found.hits]
    widest = max(map(cell_len, ages), default=0)
    return [
        [_head(row, pad(age, widest), screen), f"  {_passage(row, screen)}"]
        for row, age in zip(found.hits, ages, strict=True)
    ]


def _head(row: HitRow, age: str, screen: Screen) -> str:
    parts = [_name(row.author), one_line(row.agent), _commit(row)]
    space = screen.width - cell_len(_id(row)) - 2
    text = cut(f"{age}  {' · '.join(filter(None, parts))}", space)
    return f"{pad(text, space)}  {screen.style(_id(row), 'accent')}"


def _age(row: HitRow, now: float) -> str:
    then = clock.timestamp(row.created_at)
    return long_age(now - then) if then is not None else ""


def _id(row: HitRow) -> str:
    return row.short_id or (row.step or row.session_id)[:8]


def _name(author: str) -> str:
    return one_line(author.partition("<")[0])


def _commit(row: HitRow) -> str:
    if not row.commits:
        return "not committed" if row.temporary else "no commit here"
    return f"{row.commits[0].commit[:_SHA]} {one_line(row.commits[0].subject)}"


def _passage(row: HitRow, screen: Screen) -> str:
    mark = _MARKS.get(row.found_in, " ")
    shown = cut(row.passage, screen.width - 4)
    if screen.colour:
        return f"{mark} {marked(row, shown, lambda text: screen.style(text, 'accent'))}"
    return f"{mark} {cut(marked(row, row.passage, _bracketed), screen.width - 4)}"


def _bracketed(text: str) -> str:
    return f"[{text}]"


def marked(row: HitRow, shown: str, mark: Callable[[str], str]) -> str:
    """The passage with its matches marked, as far as it is shown."""
    out, at = "", 0
    for match in row.matches:
        if match.end > len(shown):
            break
        out += safe(shown[at : match.start]) + mark(safe(shown[match.start : match.end]))
        at = match.end
    return out + safe(shown[at:])


def plain(found: Found) -> list[str]:
    """Labelled lines, a block for each hit."""
    lines = [f"Hits: {len(found.hits)}{' (there are more: --limit 0)' if found.more else ''}"]
    for row in found.hits:
        commit = f"{row.commits[0].commit[:_SHA]} {one_line(row.commits[0].subject)}" if row.commits else ""
        named = [
            ("Checkpoint", row.checkpoint_id),
            ("Step", row.step),
            ("Session", row.session_id),
            ("Time", plain_time(row.created_at) if row.created_at else ""),
            ("Author", row.author),
            ("Agent", row.agent),
            ("Commit", commit),
            ("Found in", row.found_in),
        ]
        lines += ["", *(f"{name}: {one_line(text)}" for name, text in named if text)]
        lines.append(f"  {marked(row, row.passage, _bracketed)}")
    return lines
