"""Clean up after a crash or a kill. The caller holds the lock.

What an event depends on is completed before it (`before`), everything else when it is recorded (`after`),
while the hook has time (`limits.may_heal`).
"""

from __future__ import annotations

import os

from entire.core import files, limits, log
from entire.core.errors import EntireError
from entire.core.paths import TMP_DIR, UPDATES_DIR
from entire.git.repository import Repository
from entire.session.store import PROMISED, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def before(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    """Run before a session takes a prompt: what the prompt starts is not part of the session's commits."""
    try:
        _remove_left(repo)
        strategy.complete_commits(repo, store, session_id)
    except (EntireError, OSError) as error:
        log.error("healing failed", component="session", error=str(error))


def after(strategy: Strategy, repo: Repository, store: Store, session_id: str) -> None:
    """Run when a session has started or taken a prompt. Costs nothing if there is nothing to clean up."""
    archive_finished(store)
    complete(strategy, repo, store)
    try:
        _finalise_others(repo, store, session_id)
    except (EntireError, OSError) as error:
        log.error("healing failed", component="session", error=str(error))


def complete(strategy: Strategy, repo: Repository, store: Store, tried: set[str] | None = None) -> bool:
    """Complete the commits of all sessions, but not those that were ``tried``; what is tried now is added.

    Returns whether there was no time for some of them.
    """
    try:
        _remove_left(repo)
        return strategy.heal(repo, store, tried)
    except (EntireError, OSError) as error:
        log.error("healing failed", component="session", error=str(error))
        return False


def _remove_left(repo: Repository) -> None:
    """Remove the lock files that killed updates of refs left. Usually no update has left a record."""
    if files.names(os.path.join(repo.common_dir, UPDATES_DIR)):
        from entire.git import ref_updates

        ref_updates.remove_left(repo)


def sweep(repo: Repository, store: Store) -> None:
    """Delete temporary files of killed writes in our own folders. `entire clean` finds others."""
    from entire.session import promises

    promises.sweep(store)
    below = (os.path.join(store.directory, PROMISED), os.path.join(repo.common_dir, UPDATES_DIR))
    folders = (store.directory, *below, repo.path(TMP_DIR))
    if not any(name.endswith(".tmp") for folder in folders for name in files.names(folder)):
        return
    from entire.session.leftovers import own_temporary_files

    try:
        for path in own_temporary_files(repo, store):
            files.remove(path)
    except OSError as error:
        log.error("temporary files not deleted", component="session", error=str(error))


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
        if state.session_id != session_id and state.turn_checkpoint_ids and limits.may_heal():
            from entire.strategy.condensing.finalise import finalise_if_grown

            finalise_if_grown(repo, store, state)
