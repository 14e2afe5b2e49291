"""Arithmetic of measurements. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

_SMALLEST = 1.0  # milliseconds; a difference of two medians can come out as nothing


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float | None:
    """The power of the size with which a cost grows: least squares of its logarithm against the size's.

    Sizes of 0 have no logarithm and are left out. None if fewer than two points are left.
    """
    points = [
        (math.log(size), math.log(max(cost, _SMALLEST)))
        for size, cost in zip(sizes, costs, strict=True)
        if size > 0
    ]
    if len({x for x, _ in points}) < 2:
        return None
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    above = sum((x - middle_x) * (y - middle_y) for x, y in points)
    return above / sum((x - middle_x) ** 2 for x, _ in points)


def steps(top: float, wanted: int = 5) -> list[float]:
    """Round numbers from 0 to at least ``top``, about so many, for an axis."""
    raw = max(top, 1e-9) / wanted
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw * 0.999)
    count = math.ceil(top / step - 1e-9)
    return [step * number for number in range(count + 1)]
