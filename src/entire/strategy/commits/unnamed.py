"""Commits that wait, and have work of a session that their promise does not name.

Prepare-commit-msg may not get the lock, and some agents write their transcript later than their files. So a
commit that was made in a session's open turn may be about it, and a session that ends its turn before such a
commit is completed says which of its files are in it: as HEAD has them, nothing else shows that.
"""

from __future__ import annotations

from entire.core import clock
from entire.git.diff import commit_changes
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits.interrupted import Interrupted, of_sessions
from entire.strategy.turn.settle import files_of_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def may_concern(session_id: str, state: State | None) -> Callable[[Promise], bool]:
    """Pure: whether a promise is about a session, or may be: it was made in the session's open turn."""
    names = of_sessions([session_id])
    began = clock.timestamp(state.last_interaction_time) if state is not None and state.is_active else None

    def concerns(promise: Promise) -> bool:
        made = clock.timestamp(promise.created_at)
        return names(promise) or (began is not None and made is not None and made >= began)

    return concerns


def claim(repo: Repository, store: Store, state: State, waiting: list[Interrupted]) -> None:
    """Name a session, with the files that its open turn wrote, in the promises of commits that have them."""
    if not state.is_active:
        return
    wrote: set[str] | None = None
    for each in waiting:
        promise = each.promise
        if promise.older or not may_concern(state.session_id, state)(promise):
            continue
        if wrote is None:
            wrote = set(files_of_turn(repo, store, state, locked=False))
        known = promise.files_of(state.session_id)
        new = wrote.intersection(change.path for change in commit_changes(repo, each.commit.oid)) - {*known}
        if new:
            promise.sessions = promise.sessions | {state.session_id: [*known, *sorted(new)]}
            promises.write(store, promise, durable=True)
