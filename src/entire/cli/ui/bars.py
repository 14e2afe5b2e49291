"""Bars and lines made of block characters."""

from __future__ import annotations

from collections.abc import Sequence

_BAR = 8  # cells
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_HEIGHTS = "▁▂▃▄▅▆▇█"


def bars(sizes: Sequence[int], cells: int = _BAR) -> list[str]:
    """A bar for each, relative to the largest."""
    most = max(sizes, default=0) or 1
    return [bar(size, most, cells) for size in sizes]


def bar(size: int, most: int, cells: int = _BAR) -> str:
    whole, rest = divmod(round(size * cells * 8 / most), 8)
    return _EIGHTHS[8] * whole + (_EIGHTHS[rest] if rest else "")


def sparkline(sizes: Sequence[int]) -> str:
    """One character for each; a blank for nothing."""
    most = max(sizes, default=0) or 1
    top = len(_HEIGHTS) - 1
    return "".join(_HEIGHTS[round(size * top / most)] if size else " " for size in sizes)
