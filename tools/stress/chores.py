"""What people do while sessions work: push, fetch, clean up, and work in a worktree for a while."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from dataclasses import dataclass

from tools.stress import plan
from tools.stress.actors import Ledger, Worker, insist, is_busy
from tools.stress.ground import Done, Ground, Place, adding, settle
from tools.stress.plan import Chore

# With force: the last commit may have been amended.
PUSH = ("git", "push", "--quiet", "origin", "+HEAD")
_CHORES: dict[Chore, tuple[str, ...]] = {
    Chore.PUSH: PUSH,
    Chore.PUSH_CHECKPOINTS: ("entire", "push", "origin"),
    Chore.FETCH: ("entire", "fetch", "origin"),
    Chore.GC: ("git", "gc", "--quiet"),
    Chore.REPACK: ("git", "repack", "-adq"),
    Chore.PACK_REFS: ("git", "pack-refs", "--all"),
    Chore.OWN_GC: ("entire", "gc", "--run"),
    Chore.CLEAN: ("entire", "clean", "--force"),
    Chore.DOCTOR: ("entire", "doctor", "--force"),
    Chore.STATUS: ("entire", "status"),
}
# Two at once get in each other's way, with or without us: git deletes what the other one is about to read.
_PACKS = (Chore.GC, Chore.REPACK, Chore.OWN_GC)


@dataclass
class Chores:
    """Whoever does the chores of one place."""

    stage: Ground
    number: int  # of the place
    made: plan.Plan
    ledger: Ledger
    visits: int = 0

    def do(self, chore: Chore) -> None:
        if chore == Chore.VISIT:
            self._visit()
            return
        with self.stage.packing if chore in _PACKS else nullcontext():
            done = insist(self.stage.places[self.number], self.ledger, *_CHORES[chore])
        found = chore == Chore.DOCTOR and not done.errors  # commits whose hooks are running, slow hooks
        if not found:
            self._expect(chore, done)

    def _visit(self) -> None:
        """A session works in a new worktree, its branch is rebased, and the worktree goes at once."""
        place, self.visits = self.stage.places[self.number], self.visits + 1
        branch = f"visit{self.number}-{self.visits}"
        root = self.stage.scratch / branch
        self._expect("worktree add", insist(place, self.ledger, *adding(root, branch)))
        there = settle(place, root, branch, self.made)
        base = there.output("git", "rev-parse", "HEAD").strip()
        session = plan.visit(self.made, self.number, self.visits)
        Worker(there, session, self.made, self.ledger).run()
        # The base itself may have been amended meanwhile.
        rebased = there.run("git", "rebase", "--quiet", "--onto", place.branch, base)
        if is_busy(rebased):
            there.run("git", "rebase", "--abort")
        else:
            self._expect("rebase", rebased)
        words = ("git", "worktree", "remove", "--force", str(root))
        self._expect("worktree remove", insist(place, self.ledger, *words))
        self.stage.visited.append(Place(place.root, branch, place.env))

    def _expect(self, what: str, done: Done) -> None:
        if done.code:
            self.ledger.problem(f"{what}: {done.code} {done.output}{done.errors}")


def do_chores(chores: Chores, over: threading.Event) -> None:
    """One chore after the other until the sessions are done."""
    dice = chores.made.chores(chores.number)
    while not over.is_set():
        chores.do(plan.next_chore(dice))
        chores.ledger.count(chores=1)
        over.wait(dice.random() * 0.3)
