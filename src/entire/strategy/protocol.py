"""What a strategy decides: when to save, what to link, what to condense.

A strategy is a module; there is nothing to subclass. The walks that all strategies share (a turn, a subagent,
a rewind) are in `strategy/turn/` and `strategy/rewind/`: they take the strategy as an argument and ask it for
the steps below. `strategy/defaults.py` has answers to share. Nothing under `strategy/` prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from entire.checkpoint.index.index import Index
from entire.checkpoint.temporary.steps import SessionStep
from entire.checkpoint.temporary.task import Task
from entire.core.settings import Settings
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session.capture import Capture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.clean.items import CleanupItem
from entire.strategy.clean.reset import Plan as ResetPlan
from entire.strategy.condensing.stuck import Condensed
from entire.strategy.next_commit import NextCommit
from entire.strategy.rewind.apply import Rewound
from entire.strategy.rewind.plan import Plan
from entire.strategy.rewind.points import Point
from entire.strategy.turn.conversation import Conversation


class Strategy(Protocol):
    @property
    def NAME(self) -> str:  # noqa: N802
        """As settings, trailers and checkpoints name it: `manual-commit`."""

    # Events of agents. The repository's lock is held, and the caller saves the state.

    def start_turn(self, repo: Repository, state: State, now: Status, capture: Capture) -> None:
        """A prompt came in: note in the capture what has to be known at the end of the turn."""

    def save_turn(
        self,
        repo: Repository,
        store: Store,
        state: State,
        conversation: Conversation,
        now: Status,
        touched: list[str],
        stashed: Sequence[Change],
    ) -> None:
        """Save what the agent did in a turn, and count it in the state.

        ``touched``: the files it changed. ``stashed``: those that are in a stash, not in the work tree.
        """

    def save_task(
        self,
        repo: Repository,
        store: Store,
        state: State,
        conversation: Conversation,
        now: Status,
        touched: list[str],
        task: Task,
        subject: str,
        stashed: Sequence[Change] = (),
    ) -> None:
        """Save what a subagent did, or what was done for an item of the to-do list."""

    def end_session(self, repo: Repository, store: Store, state: State) -> None:
        """The session is over; its open turn was saved."""

    # After a kill. The lock is held.

    def heal(self, repo: Repository, store: Store) -> None:
        """Complete what a killed hook left undone, before a session starts or takes a prompt."""

    def complete_commit(self, repo: Repository, objects: Objects, store: Store) -> None:
        """Complete the last commit, if its hook was killed."""

    # Git hooks.

    def prepare_commit_msg(
        self, repo: Repository, settings: Settings, path: str, source: str, commit: str
    ) -> None:
        """A commit message is about to be written to ``path``; ``source`` and ``commit`` are git's."""

    def commit_msg(self, repo: Repository, path: str) -> None:
        """A commit message was written."""

    def post_commit(self, repo: Repository, objects: Objects, store: Store) -> list[str]:
        """A commit was made. The lock is held. Returns the ids of the sessions that were condensed."""

    def post_rewrite(self, repo: Repository, rewrites: str) -> None:
        """Commits were rewritten: git's `old new` lines."""

    # Commands.

    def next_commit(self, repo: Repository, store: Store) -> NextCommit | None:
        """What a commit made now would link; None if no session has work here."""

    def rewind_points(self, index: Index, store: Store, limit: int) -> list[Point]:
        """Where one can rewind to, newest first; ``limit`` counts commits, 0 for all."""

    def find_point(self, index: Index, store: Store, name: str) -> Point:
        """The point that a person means by a name or an abbreviated id. Raises EntireError."""

    def apply_rewind(
        self,
        repo: Repository,
        objects: Objects,
        store: Store,
        state: State,
        step: SessionStep,
        plan: Plan,
    ) -> Rewound:
        """Go back to a step, as planned and confirmed. The lock is held."""

    def reset(self, repo: Repository, objects: Objects, store: Store, plan: ResetPlan) -> list[str]:
        """Forget sessions. The lock is held. Returns the refs that keep their steps."""

    def list_unused(self, repo: Repository, objects: Objects, store: Store) -> list[CleanupItem]:
        """Everything that can be deleted, type by type."""

    def is_condensable(self, objects: Objects, store: Store, state: State) -> bool:
        """Whether a session has work that no checkpoint has and that is still there."""

    def condense(
        self, repo: Repository, home: Repository | None, objects: Objects, store: Store, state: State
    ) -> Condensed:
        """Condense a session that got stuck, without a commit. The lock is held.

        ``home``: the session's own worktree, if it is still there.
        """
