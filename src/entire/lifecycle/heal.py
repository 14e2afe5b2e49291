"""Clean up after a crash or a kill, before a new event is handled. The caller holds the lock."""

from __future__ import annotations

from entire.core import log
from entire.core.errors import EntireError
from entire.git import ref_updates
from entire.git.repository import Repository
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def heal(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    """Run before a session starts or takes a prompt. Costs nothing if there is nothing to clean up."""
    archive_finished(store)
    try:
        ref_updates.remove_left(repo)
        strategy.heal(repo, store)
        _finalise_others(repo, store, session_id)
    except (EntireError, OSError) as error:
        log.error("healing failed", component="session", error=str(error))


def archive_finished(store: Store) -> None:
    """Archive sessions that ended or went stale and have nothing to condense: hooks no longer read them."""
    for state in store.live():
        pending = state.files_touched or state.turn_checkpoint_ids or state.condensed_branches or state.places
        if not pending and (state.is_ended or (not state.is_active and state.is_stale())):
            store.archive(state.session_id)
            log.debug("session archived", component="session", session_id=state.session_id)


def _finalise_others(repo: Repository, store: Store, session_id: str) -> None:
    """Give the checkpoints of turns that were killed after a commit the whole conversation."""
    for state in store.live():
        if state.session_id != session_id and state.turn_checkpoint_ids:
            from entire.strategy.condensing.finalise import finalise_if_grown

            finalise_if_grown(repo, store, state)
