"""Commits without the work of any session, while sessions are open."""

from __future__ import annotations

from bench.cases import BARE, ELSEWHERE, IDLE_SESSIONS
from bench.fixture.playground import Playground
from bench.fixture.template import CHECKPOINTS
from bench.plan import Point
from bench.run import idle, turns
from bench.run.checks import check_log, expect, tip
from bench.run.results import Measure


class UnfeltCommits:
    """The sessions have committed everything; or, with ``ELSEWHERE``, one has a file that waits."""

    def __init__(self, case: str, point: Point, ground: Playground) -> None:
        self.point, self.ground, self._case = point, ground, case
        for number in range(20 if case == IDLE_SESSIONS else 1):
            agent = ground.agent()
            agent.turn("Write it", {f"of_{number}.py": turns.content("Write it")})
        ground.run("git", "add", "--all")
        ground.run(*idle.COMMIT)
        turns.wait_for_checkpoint(ground)
        if case == ELSEWHERE:
            agent.turn("Write more", {"waits.py": turns.content("Write more")})
        self._checkpoints = tip(ground, CHECKPOINTS)

    def play(self, number: int, measure: Measure) -> None:
        self.ground.stage("mine.txt", f"{number}\n")
        measure(BARE, lambda: self.ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:]))
        self.ground.stage("mine.txt", f"{number} again\n")
        self.ground.run(*idle.COMMIT)  # sees that HEAD moved without hooks
        self.ground.stage("mine.txt", f"{number} once more\n")
        measure(self._case, lambda: self.ground.run(*idle.COMMIT))

    def check(self) -> None:
        expect(tip(self.ground, CHECKPOINTS) == self._checkpoints, "a commit without work was condensed")
        check_log(self.ground)
