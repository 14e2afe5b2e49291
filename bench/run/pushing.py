"""A push after another clone pushed: the checkpoints branches have to be merged first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.cases import BARE_PUSH, PUSH
from bench.fixture.template import CHECKPOINTS
from bench.run import idle
from bench.run.checks import expect, tip
from bench.run.results import Measure
from bench.run.turns import Turns

_PUSH = ("git", "push", "--quiet", "origin", "main")


class Pushing:
    """``meanwhile`` adds a checkpoint to the remote and returns its id."""

    def __init__(self, turns: Turns, remote: Path, meanwhile: Callable[[], str]) -> None:
        self.point = turns.point
        self.ground = turns.ground
        self._turns = turns
        self._remote = remote
        self._meanwhile = meanwhile
        self._theirs: list[str] = []
        self.ground.run("git", "remote", "add", "origin", remote.as_uri())
        self.ground.run(*_PUSH)

    def play(self, number: int, measure: Measure) -> None:
        self.ground.stage("mine.txt", f"push {number}\n")
        self.ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:])
        measure(BARE_PUSH, lambda: self.ground.run(*idle.NO_HOOKS, *_PUSH[1:]))
        self._turns.turn(f"Push {number}")
        self._turns.commit()
        self._theirs.append(self._meanwhile())
        measure(PUSH, lambda: self.ground.run(*_PUSH))

    def check(self) -> None:
        """Both sides have the same, theirs and ours."""
        for ref in ("main", CHECKPOINTS):
            words = ("git", "--git-dir", str(self._remote), "rev-parse", ref)
            expect(self.ground.output(*words).strip() == tip(self.ground, ref), f"{ref} was not pushed")
        names = set(self.ground.output("git", "ls-tree", "-d", "-r", "--name-only", CHECKPOINTS).splitlines())
        lost = [id for id in self._theirs if f"{id[:2]}/{id[2:]}" not in names]
        expect(not lost, f"checkpoints of others were lost: {lost[:3]}")
        self._turns.check()
