"""`entire clean` on a terminal."""

from __future__ import annotations

from entire.cli.commands.clean.facts import Cleaned, Failed, Group, display_name, groups, note
from entire.cli.ui.cells import cell_len
from entire.cli.ui.screen import Column, Screen, cut, table, wrap
from entire.core.text import count, one_line

_LEAST = 16  # minimum width of a useful note
_FORCE = "entire clean --force deletes them"
_KEEPS = "; steps without a session are set aside in refs/entire/ first"


def render(report: Cleaned, screen: Screen) -> list[str]:
    if not report.items:
        return ["Nothing to clean up."]
    if not report.done:
        rows = [line for group in groups(report.items) for line in _group(report, group, screen)]
        text = _FORCE + (_KEEPS if any(item.set_aside for item in report.items) else "") + "."
        hint = [screen.style(line, "dim") for line in wrap(text, screen.width)]
        return [count(len(report.items), "orphaned item"), *rows, "", *hint]
    out = [f"Deleted {count(len(report.deleted), 'item')}."]
    for group in groups(report.deleted):
        out += _group(report, group, screen)
    for failed in report.failures:
        out += ["", *_failed(report, failed, screen)]
    return out


def _group(report: Cleaned, group: Group, screen: Screen) -> list[str]:
    names = [cut(display_name(item, report.root), screen.width - 2) for item in group.items]
    columns = [Column(names, "accent")]
    if max(map(cell_len, names)) < screen.width - _LEAST:
        columns.append(Column([note(item, report) for item in group.items], "dim", free=True))
    heading = count(len(group.items), group.one, group.many)
    return ["", heading, *table(screen, columns)]


def _failed(report: Cleaned, failed: Failed, screen: Screen) -> list[str]:
    name = cut(display_name(failed.item, report.root), screen.width - 2)
    why = [line for text in (failed.error, failed.hint) for line in wrap(one_line(text), screen.width - 2)]
    return [f"{screen.style('✗', 'bad')} {name}", *(f"  {line}" for line in why if line)]
