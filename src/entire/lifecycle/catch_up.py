"""Complete commits that wait for their checkpoint: in the background, or before a push or a command."""

from __future__ import annotations

import time

from entire.core import limits, links, log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git import sequence
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store

_BACKGROUND_WAIT_SECONDS = 60.0  # for the lock: nobody waits for the background
_REPLAY_SECONDS = 30.0
_PAUSE_SECONDS = 0.1


def complete_later(repo: Repository, settings: Settings) -> None:
    """Complete the commits that hooks left to the background: git has returned. Raises Locked.

    None is completed while git replays commits, as in `git commit && git rebase main`: that usually ends
    soon. If it does not, the next event completes them.
    """
    until = time.monotonic() + _REPLAY_SECONDS
    while _complete(repo, settings) and time.monotonic() < until:
        while sequence.in_progress(repo) and time.monotonic() < until:
            time.sleep(_PAUSE_SECONDS)


def _complete(repo: Repository, settings: Settings) -> bool:
    """Complete what can be. Returns whether git was replaying commits meanwhile."""
    from entire.git import refs
    from entire.git.objects import read
    from entire.lifecycle import heal
    from entire.strategy import registry

    store, strategy = Store(repo), registry.get(settings.strategy)
    hindered = sequence.in_progress(repo)
    # The lock first: git processes that wait would keep the work tree in use.
    with store.lock(wait=_BACKGROUND_WAIT_SECONDS), repo.start_early(*read.early(repo), refs.MOVE, refs.MOVE):
        heal.complete(strategy, repo, store)
        strategy.note_quiet(repo, store)
    return hindered or sequence.in_progress(repo)


def complete_commits(repo: Repository, settings: Settings, *, wait: float) -> int:
    """Complete the commits of this worktree, and of removed ones, that wait for their checkpoint.

    A commit that is still open in an editor does not count. Returns how many are left.
    """
    store = Store(repo)
    try:
        if not _made(repo, store) or links.own(repo.worktree, repo.common_dir):
            return 0
        from entire.lifecycle import heal
        from entire.strategy import registry

        try:
            with store.lock(wait=wait):
                heal.complete(registry.get(settings.strategy), repo, store)
        except (EntireError, OSError) as error:
            log.warn("commits not completed", component="checkpoint", error=str(error))
            limits.leave_rest()
        return len(without_checkpoint(repo, store))
    except (EntireError, OSError) as error:
        log.error("commits not found", component="checkpoint", error=str(error))
        return 0


def complete_left(repo: Repository, settings: Settings, *, wait: float) -> None:
    """Complete the commits that a hook has just left to the background, as far as these are known."""
    store = Store(repo)
    if any(promise.made for promise in promises.of_worktree(store, repo.worktree_id)):
        complete_commits(repo, settings, wait=wait)


def without_checkpoint(repo: Repository, store: Store) -> list[Promise]:
    """The commits that wait. An amended one has the checkpoint of the commit that it replaced."""
    made = _made(repo, store)
    if not made:
        return []
    from entire.checkpoint.committed.read import find_stored
    from entire.git.objects.read import Objects

    with Objects(repo) as objects:
        return [one for one in made if one.amends or find_stored(objects, one.checkpoint_id) is None]


def _made(repo: Repository, store: Store) -> list[Promise]:
    """The promises whose commit was made. Costs next to nothing if there are none."""
    lost = (promise for promise in promises.ownerless(store, repo.worktree_id) if not promise.unlinked)
    pending = [*promises.waiting(store, repo.worktree_id), *lost]
    if not pending:
        return []
    from entire.git.objects.read import Objects
    from entire.strategy.waiting import find_made

    with Objects(repo) as objects:
        made = find_made(repo, objects, pending)
    return [promise for promise in pending if promise.checkpoint_id in made]
