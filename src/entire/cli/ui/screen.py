"""Building blocks of screens: short ages and counts, tables that fit the terminal, wrapped text.

Pure functions of text and a `Screen`; only `terminal` looks at the terminal and the clock.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Sequence
from typing import NamedTuple

import click

from entire.cli.ui import output
from entire.cli.ui.cells import cell_len
from entire.core import clock
from entire.core.text import count, one_line

_STYLES = {"dim": {"dim": True}, "accent": {"fg": "cyan"}, "good": {"fg": "green"}, "bad": {"fg": "red"}}
_LEAST = 24  # minimum width of the free text column; others are dropped to keep it
_FEWEST = 12  # of it, so that rows differ
_GAP = "  "


class Screen(NamedTuple):
    """The terminal to draw on, and the current time."""

    width: int
    now: float
    colour: bool = False

    def style(self, text: str, name: str) -> str:
        return click.style(text, **_STYLES[name]) if self.colour and text and name else text  # type: ignore[arg-type]


def terminal() -> Screen:
    return Screen(output.width(), time.time(), output.colours())


_UNITS = (
    (365 * 86400, "y", "year"),
    (30 * 86400, "mo", "month"),
    (86400, "d", "day"),
    (3600, "h", "hour"),
    (60, "m", "minute"),
)


def short_age(seconds: float) -> str:
    """`12s`, `5m`, `2h`, `3d`, `9mo`, `2y`."""
    seconds = max(0, int(seconds))
    return next((f"{seconds // size}{unit}" for size, unit, _ in _UNITS if seconds >= size), f"{seconds}s")


def age_since(time: str, now: float) -> str:
    """The short age of an RFC 3339 time; empty if it is not one."""
    then = clock.timestamp(time)
    return "" if then is None else short_age(now - then)


def plain_age(seconds: float) -> str:
    """`just now`, `5m ago`."""
    return "just now" if seconds < 60 else f"{short_age(seconds)} ago"


def long_age(seconds: float) -> str:
    """`just now`, `2 hours ago`."""
    ages = (f"{count(int(seconds) // size, name)} ago" for size, _, name in _UNITS if seconds >= size)
    return next(ages, "just now")


def plain_time(text: str) -> str:
    """An RFC 3339 time as `2026-03-19 10:00:00`, in the machine's time zone."""
    seconds = clock.timestamp(text)
    if seconds is None:
        return one_line(text)[:19].replace("T", " ")
    here = time.localtime(seconds)  # `strftime` takes three times as long as this
    return f"{here[0]}-{here[1]:02d}-{here[2]:02d} {here[3]:02d}:{here[4]:02d}:{here[5]:02d}"


def duration(seconds: float) -> str:
    """`12s`, `6m 12s`, `14h 20m`."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m {whole % 60}s"
    return f"{whole // 3600:,}h {whole % 3600 // 60}m"


def short_count(number: int) -> str:
    """`950`, `12k`, `3.4M`."""
    if number < 1000:
        return str(number)
    return f"{(number + 500) // 1000}k" if number < 999_500 else f"{number / 1e6:.1f}M"


def short_bytes(number: int) -> str:
    """`950 B`, `12 KB`, `3.4 MB`."""
    size = float(number)
    for unit in ("B", "KB", "MB", "GB"):
        if size < 999.5 or unit == "GB":
            break
        size /= 1024
    return f"{number} B" if unit == "B" else f"{size:.1f} {unit}" if size < 9.95 else f"{size:,.0f} {unit}"


def cut(text: str, cells: int) -> str:
    """Cut ``text`` to a number of terminal cells, which are not characters (`漢` takes two)."""
    if cell_len(text) <= cells:
        return text
    return text[: _fitting(text, cells - 1)].rstrip() + "…" if cells > 0 else ""


def _fitting(text: str, cells: int) -> int:
    """How many characters of ``text`` fit into ``cells``."""
    for index, character in enumerate(text):
        cells -= cell_len(character)
        if cells < 0:
            return index
    return len(text)


def pad(text: str, cells: int, *, right: bool = False) -> str:
    space = " " * max(0, cells - cell_len(text))
    return space + text if right else text + space


class Column(NamedTuple):
    """One column of a table, with a cell for each row."""

    cells: Sequence[str]
    style: str = ""
    right: bool = False
    free: bool = False  # takes the remaining width; cut to fit
    keep: bool = True  # not dropped when space is short
    late: bool = False  # dropped after the others, when too little of the free text is left
    styles: Sequence[str] = ()  # of each cell, if they differ


def table(screen: Screen, columns: Sequence[Column], indent: str = "  ") -> list[str]:
    """Rows of aligned cells. If too wide, columns are dropped from the right, then free text is cut.

    Columns that are dropped late go when less than `_FEWEST` cells of it would be left.
    """
    shown = [column for column in columns if any(column.cells)]
    longest = max((cell_len(cell) for column in shown if column.free for cell in column.cells), default=0)
    while True:
        widths = [0 if column.free else max(map(cell_len, column.cells), default=0) for column in shown]
        left = screen.width - len(indent) - sum(widths) - len(_GAP) * (len(shown) - 1)
        spare = [column for column in shown if not column.keep and not column.free]
        if not spare and left < _FEWEST:
            spare = [column for column in shown if column.late]
        if left >= min(_LEAST, longest) or not spare or not any(column.free for column in shown):
            break
        shown.remove(spare[-1])
    free = max(1, min(left, longest))
    widths = [free if column.free else width for column, width in zip(shown, widths, strict=True)]
    rows = zip(*(column.cells for column in shown), strict=True)
    return [indent + _row(screen, shown, widths, row, number) for number, row in enumerate(rows)]


def _row(
    screen: Screen, columns: Sequence[Column], widths: Sequence[int], row: Sequence[str], number: int
) -> str:
    last = max((index for index, cell in enumerate(row) if cell), default=-1)
    cells = []
    for index, (column, width, cell) in enumerate(zip(columns, widths, row, strict=True)):
        if index > last:
            break
        text = cut(cell, width) if column.free else cell
        space = pad("", width - cell_len(text))
        styled = screen.style(text, column.styles[number] if column.styles else column.style)
        cells.append(space + styled if column.right else styled if index == last else styled + space)
    return _GAP.join(cells)


def wrap(text: str, cells: int) -> list[str]:
    """Break long lines at spaces; each keeps its indentation."""
    lines: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        line = line.rstrip()
        margin = line[: min(len(line) - len(line.lstrip()), cells // 2)]
        while cell_len(line) > cells:
            fits = max(_fitting(line, cells), len(margin) + 1)
            space = line.rfind(" ", len(margin) + 1, fits + 1)
            end = space if space > 0 else fits
            lines.append(line[:end].rstrip())
            line = margin + line[end:].lstrip()
        lines.append(line)
    return lines


def command_line(command: str, directory: str, cwd: str) -> str:
    """The command, with the `cd` that it needs: agents find conversations and hooks by directory."""
    if cwd == directory:
        return command
    return f"cd {one_line(shlex.quote(os.path.relpath(directory, cwd)))} && {command}"
