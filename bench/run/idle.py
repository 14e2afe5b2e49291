"""Commits where no session is live."""

from __future__ import annotations

from bench.cases import BARE, IDLE, PYTHON
from bench.fixture.playground import Playground
from bench.fixture.template import CHECKPOINTS
from bench.plan import Point
from bench.run.checks import expect, tip
from bench.run.results import Measure

COMMIT = ("git", "commit", "--quiet", "-m", "work")
NO_HOOKS = ("git", "-c", "core.hooksPath=/dev/null")


class IdleCommits:
    def __init__(self, point: Point, ground: Playground) -> None:
        self.point = point
        self.ground = ground
        self._checkpoints = tip(ground, CHECKPOINTS)

    def play(self, number: int, measure: Measure) -> None:
        self.ground.stage("mine.txt", f"{number}\n")
        measure(BARE, lambda: self.ground.run(*NO_HOOKS, *COMMIT[1:]))
        self.ground.stage("mine.txt", f"{number} again\n")
        measure(IDLE, lambda: self.ground.run(*COMMIT))
        measure(PYTHON, lambda: self.ground.run("python", "-c", "pass"))

    def check(self) -> None:
        expect(tip(self.ground, CHECKPOINTS) == self._checkpoints, "a commit without session was condensed")
        hooks = self.ground.git_dir / "hooks"
        expect((hooks / "post-commit").exists(), "there are no hooks")
