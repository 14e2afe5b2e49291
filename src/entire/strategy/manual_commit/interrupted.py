"""Finding a commit whose hook did not get to its end. Light: every prompt and every commit asks."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.core.value import Value
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.manual_commit.work import sessions_here


class Interrupted(Value):
    head: Commit
    checkpoint_id: str
    waiting: list[State]  # sessions that have not moved on from its parent


def find_interrupted(repo: Repository, objects: Objects, store: Store) -> Interrupted | None:
    """HEAD, if it is linked, was committed here, and was not condensed for a session that may be in it."""
    states = [state for state in sessions_here(store, repo) if state.has_work or state.is_active]
    head = objects.commit("HEAD") if states else None
    ids = trailers.checkpoint_ids(head.message) if head is not None else []
    if head is None or not ids:
        return None
    waiting = [state for state in states if state.base_commit in head.parents]
    if not waiting or not _committed_here(repo):
        return None
    from entire.checkpoint.committed_read import stored_sessions

    stored = stored_sessions(objects, ids[-1])
    if stored and not stored & {state.session_id for state in waiting}:
        return None  # condensed for others; these had nothing in it
    return Interrupted(head, ids[-1], waiting)


def _committed_here(repo: Repository) -> bool:
    from entire.git import reflog

    return reflog.last_action(repo).startswith("commit")
