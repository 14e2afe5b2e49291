"""Where the time of hooks goes: a row for each kind of hook, with the medians of its calls."""

from __future__ import annotations

import statistics

from entire.cli.ui.cells import cell_len
from entire.core.log import PHASES
from entire.core.log_read import Row
from entire.core.text import one_line

_COLUMNS = ("ms", *PHASES, "git_processes", "modules")
_HEADS = ("hook", "calls", "ms", *PHASES, "git processes", "modules")
_GAP = "  "


def table(rows: list[Row]) -> list[str]:
    """Pure: the lines of the table; none without rows."""
    by_hook: dict[str, list[Row]] = {}
    for row in rows:
        by_hook.setdefault(_name(row), []).append(row)
    if not by_hook:
        return []
    cells = [list(_HEADS)]
    for name, calls in by_hook.items():
        medians = (statistics.median(_number(row, column) for row in calls) for column in _COLUMNS)
        cells.append([name, str(len(calls)), *(f"{median:.4g}" for median in medians)])
    widths = [max(cell_len(line[at]) for line in cells) for at in range(len(_HEADS))]
    return [_line(line, widths) for line in cells]


def _line(cells: list[str], widths: list[int]) -> str:
    name, *rest = (" " * (room - cell_len(cell)) + cell for cell, room in zip(cells, widths, strict=True))
    return _GAP.join([name.lstrip().ljust(widths[0]), *rest])


def _name(row: Row) -> str:
    words = (row.values.get("agent"), row.values.get("hook"))
    return " ".join(one_line(word) for word in words if isinstance(word, str)) or "?"


def _number(row: Row, column: str) -> float:
    value = row.values.get(column)
    return float(value) if isinstance(value, int | float) else 0.0
