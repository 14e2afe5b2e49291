"""Putting in order what a crash or a kill left, before a new event is handled. The lock is held."""

from __future__ import annotations

from entire.core import log
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def heal(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    """Before a session starts or takes a prompt. Costs nothing where there is nothing to heal."""
    archive_finished(store)
    try:
        strategy.heal(repo, store)
        _finalise_others(repo, store, session_id)
    except EntireError as error:
        log.error("healing failed", component="session", error=error.message)


def archive_finished(store: Store) -> None:
    """Put away sessions that are over, or stale, and have nothing to condense: hooks no longer read them."""
    for state in store.live():
        waits = state.files_touched or state.turn_checkpoint_ids or state.condensed_branches or state.places
        if not waits and (state.is_ended or (not state.is_active and state.is_stale())):
            store.archive(state.session_id)
            log.debug("session put away", component="session", session_id=state.session_id)


def _finalise_others(repo: Repository, store: Store, session_id: str) -> None:
    """A session killed after a commit within its turn: that checkpoint gets the whole conversation."""
    for state in store.live():
        if state.session_id != session_id and state.turn_checkpoint_ids:
            from entire.strategy.condensing.finalise import finalise_if_grown

            finalise_if_grown(repo, store, state)
