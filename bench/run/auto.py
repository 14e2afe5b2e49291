"""A session with auto-commit: its stop commits."""

from __future__ import annotations

from bench.cases import AUTO_STOP, STATUS_AND_COMMIT
from bench.fixture.playground import Playground
from bench.plan import Point
from bench.run import idle
from bench.run.results import Measure
from bench.run.turns import GIT_STATUS, Turns


class AutoCommits:
    def __init__(self, point: Point, ground: Playground) -> None:
        self.point = point
        self.ground = ground
        self._turns = Turns(point, ground)
        ground.run("entire", "enable", "--strategy", "auto-commit", "--project")
        ground.run("git", "add", "--", ".entire")
        ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:])

    def play(self, number: int, measure: Measure) -> None:
        self.ground.stage("mine.txt", f"{number}\n")
        measure(STATUS_AND_COMMIT, self._git_alone)
        agent, text = self._turns.agent, f"Round {number}"
        agent.hook("user-prompt-submit", prompt=text)
        self._turns.work(text)
        measure(AUTO_STOP, agent.stop)
        self.ground.run("entire", "session", "list")  # waits for the checkpoint, which is not measured
        self._turns.note_commit()

    def _git_alone(self) -> None:
        self.ground.run(*GIT_STATUS)
        self.ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:])

    def check(self) -> None:
        self._turns.check()
