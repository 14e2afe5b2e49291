"""Rounds: each runs every case of every player once, so that a busy moment hits all of them alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from bench.fixture.playground import Playground
from bench.plan import Point
from bench.run import counting
from bench.run.progress import Progress
from bench.run.results import Measure, Results


class Player(Protocol):
    """Cases at one point, in the order of a story."""

    point: Point
    ground: Playground

    def play(self, number: int, measure: Measure) -> None: ...

    def check(self) -> None:
        """Outside the clock: a hook that fails is fast. Raises SystemExit."""


def interleave(
    stage: str, players: Sequence[Player], rounds: int, results: Results, progress: Progress
) -> None:
    for number in range(rounds):
        progress.tell(stage, f"round {number + 1} of {rounds}")
        first = number % len(players)  # nobody comes always after the same one
        for player in (*players[first:], *players[:first]):
            player.play(number, results.timer(stage, player.point))
    progress.tell(stage, "counting")
    for player in players:
        player.play(rounds, results.counter(stage, player.point, partial(counting.count, player.ground)))
        player.check()
