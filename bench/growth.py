"""How costs grow with size. Pure.

A cost is what we add: the time over the control in the same rounds. So the constant part of the control
cannot hide growth, and `git status`, which every agent's hook has to run, is not held against it.
"""

from __future__ import annotations

from typing import NamedTuple

from bench.cases import COMMIT, PROMPT, STOP
from bench.measured import Measured
from bench.numbers import exponent

LIMIT = 0.1
HOOKS = (COMMIT, PROMPT, STOP)


class Growth(NamedTuple):
    case: str
    axis: str
    sizes: list[int]
    costs: list[float]  # milliseconds over the control
    exponent: float
    limit: float
    git_status: list[float] | None = None  # against files: what git's own cost does

    @property
    def held(self) -> bool:
        return self.exponent <= self.limit

    @property
    def marginal(self) -> float | None:
        """Milliseconds that the cost grows for each that `git status` grows."""
        if self.git_status is None or self.git_status[-1] <= self.git_status[0]:
            return None
        return (self.costs[-1] - self.costs[0]) / (self.git_status[-1] - self.git_status[0])


def growths(measured: Measured) -> list[Growth]:
    found = (_growth(measured, axis, case) for axis in measured.plan.axes for case in HOOKS)
    return [growth for growth in found if growth is not None]


def _growth(measured: Measured, axis: str, case: str) -> Growth | None:
    points = measured.plan.along(axis)
    rows = [row for point in points if (row := measured.row(point, case))]
    sizes = [getattr(row.point, axis) for row in rows]
    costs = [row.over for row in rows]
    power = exponent(sizes, costs)
    if power is None:
        return None
    if axis != "files":
        return Growth(case, axis, sizes, costs, power, LIMIT)
    statuses = [row.control_milliseconds for point in points if (row := measured.row(point, STOP))]
    of_status = exponent(sizes, statuses)
    assert of_status is not None
    return Growth(case, axis, sizes, costs, power, of_status, statuses)
