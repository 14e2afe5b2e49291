"""How sizes and costs are written. Pure."""

from __future__ import annotations

from collections.abc import Sequence

AXES = {
    "files": "files",
    "sessions": "past sessions",
    "checkpoints": "checkpoints",
    "megabytes": "length of the transcript",
}


def size(number: int) -> str:
    return f"{number:,}"


def on_axis(axis: str, number: int) -> str:
    return f"{number} MB" if axis == "megabytes" else size(number)


def point_on(axis: str, sizes: Sequence[int]) -> str:
    """From where to where."""
    return f"{on_axis(axis, sizes[0])} to {on_axis(axis, sizes[-1])}"


def kilobytes(count: float) -> str:
    return f"{count / 1000:,.0f} KB"


def megabytes(count: float) -> str:
    return f"{count / 1_000_000:,.0f} MB"
