"""What was measured, by stage, point and case."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from bench.cases import CONTROLS, PYTHON
from bench.measured import Counts, Row
from bench.plan import Point

Action = Callable[[], object]
Measure = Callable[[str, Action], None]


class Key(NamedTuple):
    stage: str
    point: Point
    case: str


class Results:
    def __init__(self) -> None:
        self._times: dict[Key, list[float]] = {}
        self._counts: dict[Key, Counts] = {}

    def timer(self, stage: str, point: Point) -> Measure:
        """Runs what it is given and notes the time."""

        def measure(case: str, action: Action) -> None:
            start = time.perf_counter()
            action()
            taken = (time.perf_counter() - start) * 1000
            self._times.setdefault(Key(stage, point, case), []).append(taken)

        return measure

    def counter(self, stage: str, point: Point, count: Callable[[Action], Counts]) -> Measure:
        """Runs what it is given and notes what else it takes."""

        def measure(case: str, action: Action) -> None:
            self._counts[Key(stage, point, case)] = count(action)

        return measure

    def both(self, stage: str, point: Point, count: Callable[[Action], Counts]) -> Measure:
        """Notes everything in one run, for what happens only once; counting makes it a little slower."""
        timer, counter = self.timer(stage, point), self.counter(stage, point, count)
        return lambda case, action: counter(case, lambda: timer(case, action))

    def times(self, stage: str, point: Point, case: str) -> list[float]:
        """Milliseconds, round by round."""
        return self._times[Key(stage, point, case)]

    def counts(self, stage: str, point: Point, case: str) -> Counts:
        return self._counts[Key(stage, point, case)]

    def rows(self) -> list[Row]:
        """Every case beside its control in the same stage."""
        return [self._row(key) for key in self._times if key.case in CONTROLS or key.case == PYTHON]

    def _row(self, key: Key) -> Row:
        control = CONTROLS.get(key.case, "")
        own = self._times[key]
        beside = self._times[key._replace(case=control)] if control else [0.0] * len(own)
        over = statistics.median(one - other for one, other in zip(own, beside, strict=False))
        medians = statistics.median(own), statistics.median(beside)
        return Row(key.point, key.case, medians[0], control, medians[1], over, self._counts.get(key))
