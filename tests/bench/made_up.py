"""A run that never happened, with figures that are easy to follow."""

from __future__ import annotations

from bench import cases
from bench.cases import CONTROLS
from bench.measured import Commit, Counts, Imported, Imports, Measured, Redaction, Row, Storage
from bench.plan import BASE, FULL, Point

COMMITS = [Commit(5_000_000, 5_200_000), Commit(4_000, 40_000)]
COUNTS = Counts(ours=1, git=7, peak=16_000_000, added=8_900)


def row(case: str, over: float, point: Point = BASE, control: float = 10.0, counts: Counts = COUNTS) -> Row:
    return Row(point, case, control + over, CONTROLS[case], control, over, counts)


def hooks(over: float = 40.0) -> list[Row]:
    """The same cost everywhere; `git status` takes a millisecond for a thousand files, and two for itself."""
    less = {cases.IDLE: 3.0, cases.PROMPT: min(over, 30.0)}
    return [
        row(case, less.get(case, over), point, 2.0 + point.files / 1000)
        for point in FULL.points()
        for case in (cases.IDLE, cases.COMMIT, cases.PROMPT, cases.STOP)
    ]


def measured(rows: list[Row] | None = None, storage: list[Storage] | None = None) -> Measured:
    return Measured(
        "A machine, Python 3, git 2",
        600.0,
        FULL,
        hooks() if rows is None else rows,
        Redaction(50.0, 30.0, 78),
        storage or [Storage("20 MB", 20_000_000, 5_000_000, 6_000_000, COMMITS)],
        [Imports("stop hook", 100, 20.0, 24, 5.0, [Imported("enum", 1.2), Imported("re", 0.8)])],
    )
