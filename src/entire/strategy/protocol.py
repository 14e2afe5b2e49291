"""What a strategy decides: when to save, what to link, what to condense.

A strategy is a module; there is nothing to subclass. The walks that all strategies share (a turn, a subagent,
a rewind) are in `strategy/turn/` and `strategy/rewind/`: they take the strategy as an argument and call the
functions below. `strategy/defaults.py` has default implementations. Nothing under `strategy/` prints.

What has the same format for every strategy is shared, and not asked here: the status of shadow branches,
plans of a reset, undoing a rewind, deleting what is unused, and completing checkpoints made during a turn.
"""

from __future__ import annotations

from typing import Protocol

from entire.checkpoint.index.index import Index
from entire.checkpoint.temporary.steps import SessionStep
from entire.checkpoint.temporary.task import Task
from entire.core.settings import Settings
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session.capture import Capture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.clean.items import CleanupItem
from entire.strategy.clean.reset import Plan as ResetPlan
from entire.strategy.condensing.stuck import CondenseResult
from entire.strategy.next_commit import NextCommit
from entire.strategy.rewind.apply import Rewound
from entire.strategy.rewind.plan import Plan
from entire.strategy.rewind.points import Point
from entire.strategy.turn.save import TurnWork


class Strategy(Protocol):
    @property
    def NAME(self) -> str:  # noqa: N802
        """Its name in settings, trailers and checkpoints: `manual-commit`."""

    @property
    def SUMMARY(self) -> str:  # noqa: N802
        """What it does, in a few words, to choose by."""

    @property
    def MAKES_COMMITS(self) -> bool:  # noqa: N802
        """Whether it commits by itself: then rewinding to one of its commits moves the branch."""

    # Agent events. The caller holds the repository's lock and saves the state.

    def start_turn(self, repo: Repository, state: State, now: Status, capture: Capture) -> None:
        """A prompt arrived: record in the capture what the end of the turn needs to know."""

    def save_turn(self, work: TurnWork) -> None:
        """Save what the agent did in a turn, and count it in the state."""

    def finish(
        self,
        repo: Repository,
        settings: Settings,
        store: Store,
        session_id: str,
        now: Status | None = None,
        *,
        ended: bool = False,
    ) -> str:
        """A turn or a task was saved, and so was the state; the lock is free.

        ``now``: what differed from HEAD, if it is known. ``ended``: a turn has, not only a task.
        Returns a note for the user, or an empty text.
        """

    def why_not_here(self, repo: Repository, settings: Settings) -> str:
        """Why a strategy that commits by itself does not on this branch; otherwise empty."""

    def save_task(self, work: TurnWork, task: Task, subject: str) -> None:
        """Save what a subagent did, or what was done for an item of the to-do list."""

    def end_session(self, repo: Repository, store: Store, state: State) -> None:
        """The session ended. Its open turn is saved already."""

    # After a kill. The caller holds the lock. Sessions can change, so these load and save their own states.

    def heal(self, repo: Repository, store: Store, tried: set[str] | None = None) -> bool:
        """Finish what killed hooks left unfinished, while there is time. Returns whether some of it is left.

        ``tried``: the checkpoints that earlier calls tried to write; those of this call are added.
        """

    def complete_commits(self, repo: Repository, store: Store, session_id: str) -> bool:
        """Finish commits of a session whose hook was killed, while there is time.

        Returns whether the session may release its committed files.
        """

    def claim_committed(
        self, repo: Repository, store: Store, state: State, paths: list[str], since: str
    ) -> None:
        """The session's turn wrote these files, which are as in HEAD: a commit that waits may contain them.

        ``since``: when the turn began; empty if that is not known.
        """

    # Git hooks.

    def prepare_commit_msg(
        self, repo: Repository, settings: Settings, path: str, source: str, commit: str
    ) -> None:
        """Edit the commit message at ``path``. ``source`` and ``commit`` are the hook's arguments."""

    def commit_msg(self, repo: Repository, path: str) -> None:
        """Check the commit message that the user wrote."""

    def post_commit(self, repo: Repository, objects: Objects, store: Store) -> list[str]:
        """Condense the new commit and save the states. The caller holds the lock.

        Returns the ids of the sessions that were condensed.
        """

    def postpone_commit(self, repo: Repository, objects: Objects, store: Store) -> None:
        """The same without the lock, which another process has: note what the next event has to do."""

    def note_quiet(self, repo: Repository, store: Store) -> None:
        """If commits with none of the files that wait need no hook, note that (`session/quiet.py`).

        The caller holds the lock, and the states are saved.
        """

    def post_rewrite(self, repo: Repository, rewrites: str) -> None:
        """Keep the links of rewritten commits. ``rewrites``: the hook's input, `old new` lines."""

    # Commands.

    def next_commit(self, repo: Repository, store: Store) -> NextCommit | None:
        """What a commit made now would link; None if no session has work here."""

    def rewind_points(self, index: Index, store: Store, limit: int) -> list[Point]:
        """The points to rewind to, newest first. ``limit``: number of commits, 0 for all."""

    def find_point(self, index: Index, store: Store, name: str) -> Point:
        """The point with this name or abbreviated id. Raises EntireError."""

    def apply_rewind(
        self,
        repo: Repository,
        objects: Objects,
        store: Store,
        state: State,
        step: SessionStep,
        plan: Plan,
        parts: str,
    ) -> Rewound:
        """Rewind to a step, as planned and confirmed, and save the state. The caller holds the lock.

        ``parts``: the files, the conversation or all of it (`strategy/rewind/plan.Parts`).
        """

    def reset(self, repo: Repository, objects: Objects, store: Store, plan: ResetPlan) -> list[str]:
        """Delete sessions. The caller holds the lock. Returns the refs that keep their steps."""

    def list_unused(self, repo: Repository, objects: Objects, store: Store) -> list[CleanupItem]:
        """List unused data, type by type."""

    def sessions_in(self, repo: Repository, objects: Objects, store: Store, commit: Commit) -> list[str]:
        """The sessions that have work in a commit of this worktree which no checkpoint has."""

    def is_condensable(self, objects: Objects, store: Store, state: State) -> bool:
        """Whether the session has work that no checkpoint has and that still exists."""

    def condense(
        self, repo: Repository, home: Repository | None, objects: Objects, store: Store, state: State
    ) -> CondenseResult:
        """Condense a stuck session without a commit, and save its state. The caller holds the lock.

        ``home``: the session's worktree, if it still exists.
        """
