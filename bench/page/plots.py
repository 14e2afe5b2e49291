"""The plots of the page: what costs what, along each axis. Pure."""

from __future__ import annotations

from bench.cases import COMMIT, PROMPT, STATUS, STOP
from bench.measured import Measured, Row
from bench.page.svg import Series, chart
from bench.wording import AXES, on_axis


def plots(measured: Measured) -> dict[str, str]:
    """File name and content, for each axis with more than one point."""
    return {
        f"{axis}.svg": _plot(measured, axis) for axis, sizes in measured.plan.axes.items() if len(sizes) > 1
    }


def _plot(measured: Measured, axis: str) -> str:
    points = measured.plan.along(axis)
    rows = {case: [_row(measured, point, case) for point in points] for case in (COMMIT, STOP, PROMPT)}
    sizes = [(getattr(point, axis), on_axis(axis, getattr(point, axis))) for point in points]
    series = [
        Series("hooks of a commit", [row.over for row in rows[COMMIT]]),
        Series(STOP, [row.milliseconds for row in rows[STOP]]),
        Series(PROMPT, [row.milliseconds for row in rows[PROMPT]]),
        Series(STATUS, [row.control_milliseconds for row in rows[STOP]], dashed=True),
    ]
    return chart(f"Cost against {AXES[axis]}", AXES[axis], "milliseconds", sizes, series)


def _row(measured: Measured, point: tuple[int, ...], case: str) -> Row:
    return next(row for row in measured.rows if (row.point, row.case) == (point, case))
