"""This version beside another one, round by round in the same run: what a change costs."""

from __future__ import annotations

import os
import statistics
from functools import partial
from typing import NamedTuple

from bench.cases import COMMIT, IDLE, POST_TASK, POST_TODO, PRE_TASK, PROMPT, STOP
from bench.fixture.workshop import Workshop, settle
from bench.measured import Counts
from bench.page.table import table
from bench.plan import BASE, Point
from bench.run import counting, imports
from bench.run.idle import IdleCommits
from bench.run.progress import Progress
from bench.run.results import Results
from bench.run.stage import Player
from bench.run.tools import Tools
from bench.run.turns import Turns

ROUNDS = 31
POINTS = (BASE, BASE._replace(files=10_000), BASE._replace(megabytes=20))
CASES = (IDLE, COMMIT, PROMPT, STOP, PRE_TASK, POST_TASK, POST_TODO)
OTHER, THIS = "other", "this"


class Compared(NamedTuple):
    """A case in both versions: medians in milliseconds, and the median of the ratios of each round."""

    point: Point
    case: str
    other: float
    this: float
    ratio: float
    other_counts: Counts
    this_counts: Counts


def measure(folder: str, rounds: int, progress: Progress) -> str:
    """The report. ``folder``: where the other version's `entire` is."""
    results = Results()
    players: dict[tuple[str, Point], list[Player]] = {}
    sessions: dict[str, Turns] = {}
    with Workshop() as workshop:
        paths = {OTHER: os.pathsep.join([os.path.abspath(folder), workshop.env["PATH"]])}
        paths[THIS] = workshop.env["PATH"]
        for version, path in paths.items():
            for point in POINTS:
                progress.tell("repositories", f"{point.files:,} files")
                workshop.env["PATH"] = path
                idle, ground = workshop.playground(point), workshop.playground(point)
                settle([idle, ground])
                turns = Turns(point, ground)
                sessions.setdefault(version, turns)
                players[version, point] = [IdleCommits(point, idle), turns, Tools(turns)]
        for number in range(rounds):
            progress.tell("rounds", f"{number + 1} of {rounds}")
            for key in sorted(players, reverse=bool(number % 2)):
                for player in players[key]:
                    player.play(number, results.timer(*key))
        progress.tell("counting")
        for key, stage in players.items():
            for player in stage:
                player.play(rounds, results.counter(*key, partial(counting.count, player.ground)))
                player.check()
        modules = {
            version: {one.hook: one.modules for one in imports.measure(turns)}
            for version, turns in sessions.items()
        }
    return report([_compare(results, point, case) for point in POINTS for case in CASES], modules)


def _compare(results: Results, point: Point, case: str) -> Compared:
    other, this = (results.times(version, point, case) for version in (OTHER, THIS))
    ratios = [mine / theirs for theirs, mine in zip(other, this, strict=True)]
    return Compared(
        point,
        case,
        statistics.median(other),
        statistics.median(this),
        statistics.median(ratios),
        results.counts(OTHER, point, case),
        results.counts(THIS, point, case),
    )


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
    loaded = [[hook, str(count), str(modules[THIS][hook])] for hook, count in modules[OTHER].items()]
    return "\n\n".join(
        [
            table(["case", "files", "MB", "other ms", "this ms", "ratio", "processes"], rows),
            table(["hook", "other modules", "this modules"], loaded),
        ]
    )
