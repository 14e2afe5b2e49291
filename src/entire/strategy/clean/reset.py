"""Reset: delete sessions and the steps that they saved. Files in the work tree do not change.

Shadow branches are set aside, not deleted, so that a reset by mistake loses nothing.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection

from entire.checkpoint.names import shadow_branch_name_for_commit
from entire.core import files, log
from entire.core.paths import transcript_copy
from entire.core.value import Value
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES, Ref
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.clean.branches import check_not_checked_out
from entire.strategy.turn.shadow import branch_of, owns, set_aside


class Plan(Value):
    """What a reset deletes. It is computed again under the lock, and must be the same."""

    sessions: list[State]
    branches: list[Ref]  # shadow branches that only these sessions need, with their tips

    @property
    def steps(self) -> int:
        return sum(state.checkpoint_count for state in self.sessions)

    @property
    def files(self) -> list[str]:
        return sorted({path for state in self.sessions for path in state.files_touched})


def find_sessions_for_commit(repo: Repository, store: Store, commit: str) -> list[State]:
    """The live sessions of this worktree that are based on a commit."""
    return [state for state in store.in_worktree(repo.worktree_id) if state.base_commit == commit]


def plan_for_head(repo: Repository, objects: Objects, store: Store) -> Plan:
    """All sessions of this worktree that are based on HEAD."""
    head = objects.commit("HEAD")
    if head is None:
        return Plan([], [])
    sessions = find_sessions_for_commit(repo, store, head.oid)
    name = shadow_branch_name_for_commit(head.oid, repo.worktree_id)
    return Plan(sessions, _needed_by_these(objects, store, sessions, [name]))


def plan_for_session(objects: Objects, store: Store, state: State) -> Plan:
    """One session, in any worktree."""
    return Plan([state], _needed_by_these(objects, store, [state], [branch_of(state)]))


def _needed_by_these(
    objects: Objects, store: Store, sessions: list[State], names: Collection[str]
) -> list[Ref]:
    """The branches among ``names`` that exist and that no other session needs."""
    gone = {state.session_id for state in sessions}
    others = [state for state in store.all() if state.session_id not in gone]
    found = []
    for name in names:
        tip = objects.commit(BRANCHES + name)
        if tip is not None and not any(owns(other, name) for other in others):
            found.append(Ref(name, tip.oid))
    return found


def reset(repo: Repository, objects: Objects, store: Store, plan: Plan) -> list[str]:
    """Carry out the plan. The caller holds the lock. Returns the refs that keep the steps."""
    check_not_checked_out(repo, [branch.name for branch in plan.branches])
    kept = [set_aside(repo, objects, branch.name, branch.oid) for branch in plan.branches]
    for state in plan.sessions:
        if state.worktree_id == repo.worktree_id:
            for task in captures.open_tasks(repo, state.session_id):
                captures.discard(repo, task)
            captures.discard(repo, Capture(session_id=state.session_id))
            _remove_copy(repo, state)
        store.clear(state.session_id)
        log.info("session reset", component="session", session_id=state.session_id)
    return kept


def _remove_copy(repo: Repository, state: State) -> None:
    """Delete our copy of the transcript, unless it is the only one."""
    copy = repo.path(transcript_copy(state.session_id))
    folder = os.path.dirname(copy)
    if os.path.isfile(state.transcript_path) and os.path.realpath(folder) == os.path.normpath(folder):
        files.remove(copy)
        try:
            os.rmdir(folder)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTEMPTY):  # something else is there
                raise
