"""This version beside another one, round by round in the same run: what a change costs."""

from __future__ import annotations

import os
import statistics
from functools import partial
from time import perf_counter
from typing import NamedTuple

from bench.cases import COMMIT, IDLE, POST_TASK, POST_TODO, PRE_TASK, PROMPT, STOP
from bench.fixture.workshop import Workshop, settle
from bench.measured import Counts
from bench.page.table import table
from bench.plan import BASE, Point
from bench.run import counting, imports
from bench.run.idle import IdleCommits
from bench.run.progress import Progress
from bench.run.results import Action, Measure
from bench.run.tools import Tools
from bench.run.turns import Turns

ROUNDS = 31
POINTS = (BASE, BASE._replace(files=10_000), BASE._replace(megabytes=20))
CASES = (IDLE, COMMIT, PROMPT, STOP, PRE_TASK, POST_TASK, POST_TODO)


class Compared(NamedTuple):
    """A case in both versions: medians in milliseconds, and the median of the ratios of each round."""

    point: Point
    case: str
    other: float
    this: float
    ratio: float
    other_counts: Counts
    this_counts: Counts


class _Noted:
    """The times and counts of one version at one point."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.counts: dict[str, Counts] = {}

    def timer(self) -> Measure:
        def measure(case: str, action: Action) -> None:
            start = perf_counter()
            action()
            self.times.setdefault(case, []).append((perf_counter() - start) * 1000)

        return measure


def measure(folder: str, rounds: int, progress: Progress) -> str:
    """The report. ``folder``: where the other version's `entire` is."""
    with Workshop() as workshop:
        versions = {"other": _path(folder, workshop.env["PATH"]), "this": workshop.env["PATH"]}
        players: dict[tuple[Point, str], list[IdleCommits | Turns | Tools]] = {}
        noted: dict[tuple[Point, str], _Noted] = {}
        modules: dict[str, dict[str, int]] = {}
        live: dict[str, Turns] = {}
        for point in POINTS:
            for version, path in versions.items():
                progress.tell("repositories", f"{point.files:,} files")
                workshop.env["PATH"] = path
                idle, ground = workshop.playground(point), workshop.playground(point)
                settle([idle, ground])
                turns = Turns(point, ground)
                players[point, version] = [IdleCommits(point, idle), turns, Tools(turns)]
                noted[point, version] = _Noted()
                live.setdefault(version, turns)
        for number in range(rounds):
            progress.tell("rounds", f"{number + 1} of {rounds}")
            for key in sorted(players, key=lambda key: key[1], reverse=bool(number % 2)):
                for player in players[key]:
                    player.play(number, noted[key].timer())
        progress.tell("counting")
        for key, stage in players.items():
            for player in stage:
                count = partial(counting.count, player.ground)
                player.play(rounds, _counter(noted[key], count))
                player.check()
            if key[0] == BASE:
                found = imports.measure(live[key[1]])
                modules[key[1]] = {one.hook: one.modules for one in found}
    return report(_compare(noted), modules)


def _counter(noted: _Noted, count: partial[Counts]) -> Measure:
    def measure(case: str, action: Action) -> None:
        noted.counts[case] = count(action)

    return measure


def _path(folder: str, path: str) -> str:
    return os.pathsep.join([os.path.abspath(folder), path])


def _compare(noted: dict[tuple[Point, str], _Noted]) -> list[Compared]:
    return [
        Compared(
            point,
            case,
            statistics.median(noted[point, "other"].times[case]),
            statistics.median(noted[point, "this"].times[case]),
            statistics.median(
                this / other
                for other, this in zip(
                    noted[point, "other"].times[case], noted[point, "this"].times[case], strict=True
                )
            ),
            noted[point, "other"].counts[case],
            noted[point, "this"].counts[case],
        )
        for point in POINTS
        for case in CASES
    ]


def report(compared: list[Compared], modules: dict[str, dict[str, int]]) -> str:
    rows = [
        [
            row.case,
            f"{row.point.files:,}",
            str(row.point.megabytes),
            f"{row.other:.1f}",
            f"{row.this:.1f}",
            f"{row.ratio:.3f}",
            f"{row.other_counts.ours + row.other_counts.git} → {row.this_counts.ours + row.this_counts.git}",
        ]
        for row in compared
    ]
    loaded = [
        [hook, str(count), str(modules["this"][hook])] for hook, count in modules.get("other", {}).items()
    ]
    return "\n\n".join(
        [
            table(["case", "files", "MB", "other ms", "this ms", "ratio", "processes"], rows),
            table(["hook", "other modules", "this modules"], loaded) if loaded else "",
        ]
    )
