from __future__ import annotations

import pytest
from bench.plan import BASE, FULL, QUICK, Plan


@pytest.mark.parametrize("plan", [FULL, QUICK])
def test_every_stage_has_its_repository(plan: Plan) -> None:
    points = plan.points()
    assert points[0] == BASE
    assert len(points) == len(set(points))
    assert {*plan.tools, *plan.reading, plan.corner} <= set(points)
    assert all(BASE in plan.along(axis) for axis in plan.axes)


def test_the_sizes_that_the_budgets_name() -> None:
    points = set(FULL.points())
    for files in (1_000, 10_000, 100_000):
        assert BASE._replace(files=files) in points
    for sessions in (0, 1, 100, 500):
        assert BASE._replace(sessions=sessions) in points
    assert BASE._replace(sessions=500, checkpoints=10_000) in points
    assert {BASE._replace(megabytes=size) for size in (1, 20, 70)} <= points
