"""Complete commits that wait for their checkpoint: in the background, or before a push or a command."""

from __future__ import annotations

import time

from entire.core import files, limits, links, log
from entire.core.errors import EntireError
from entire.core.paths import LINKING_FILE
from entire.core.settings import Settings
from entire.git import sequence
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from entire.strategy.protocol import Strategy

_BACKGROUND_WAIT_SECONDS = 60.0  # for the lock: nobody waits for the background
_READING_SECONDS = 5.0  # of a portion: the rest of a transcript is read when the lock is free
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


def is_unread(repo: Repository) -> bool:
    """Whether there was no time for a part of a transcript."""
    from entire.session import cursors

    store = Store(repo)
    return any(cursors.load(store, state.session_id).unread for state in store.live())


def _complete(repo: Repository, settings: Settings) -> bool:
    """Complete one commit after the other. Returns whether git was replaying commits meanwhile."""
    from entire.strategy import registry

    store, strategy = Store(repo), registry.get(settings.strategy)
    hindered = sequence.in_progress(repo)
    tried: set[str] = set()
    while _complete_next(strategy, repo, store, tried) and not _has_failed(store, tried):
        time.sleep(_PAUSE_SECONDS)  # the lock is free: hooks have their turn
    return hindered or sequence.in_progress(repo)


def _has_failed(store: Store, tried: set[str]) -> bool:
    """Whether a commit could not be completed now: later ones wait for it, as their order counts."""
    from entire.strategy.commits.interrupted import SURE_SECONDS

    left = (one for one in promises.everywhere(store) if one.checkpoint_id in tried)
    return any(one.age() < SURE_SECONDS for one in left)


def _complete_next(strategy: Strategy, repo: Repository, store: Store, tried: set[str]) -> bool:
    """Complete one commit. Returns whether another one waits."""
    from entire.git import refs
    from entire.git.objects import read
    from entire.lifecycle import heal

    early = repo.start_early(*read.early(repo), refs.MOVE, refs.MOVE)
    # The lock first: git processes that wait would keep the work tree in use.
    with store.lock(wait=_BACKGROUND_WAIT_SECONDS), limits.Portion(_READING_SECONDS), early:
        if heal.complete(strategy, repo, store, tried):
            return True
        strategy.note_quiet(repo, store)
        return False


def complete_here(repo: Repository, settings: Settings, *, wait: float) -> int:
    """Complete the commits of this worktree, and of removed ones, that wait for their checkpoint.

    A commit that is still open in an editor does not count. Returns how many are left.
    """
    _try(repo, Store(repo), settings, wait)
    return _count(lambda: _without_checkpoint(repo, Store(repo)))


def complete_everywhere(repo: Repository, settings: Settings, *, wait: float) -> int:
    """The same for all worktrees, within that time."""
    until = time.monotonic() + wait
    try:
        places = _places(repo)
    except (EntireError, OSError) as error:
        log.error("worktrees not found", component="checkpoint", error=str(error))
        places = [repo]
    for place in places:
        _try(place, Store(place), settings, max(0.0, until - time.monotonic()))
    return _count(lambda: still_waiting(repo)) if places else 0


def still_waiting(repo: Repository) -> list[Promise]:
    """The commits of all worktrees that were made, and have no checkpoint yet."""
    found = (promise for place in _places(repo) for promise in _without_checkpoint(place, Store(place)))
    return list({promise.checkpoint_id: promise for promise in found}.values())


def _count(find: Callable[[], list[Promise]]) -> int:
    try:
        return len(find())
    except (EntireError, OSError) as error:
        log.error("commits not found", component="checkpoint", error=str(error))
        return 0


def complete_left(repo: Repository, settings: Settings, *, wait: float) -> None:
    """Complete the commits that hooks have just left to the background, or did not decide about."""
    if _undecided(repo) or any(promise.made for promise in promises.everywhere(Store(repo))):
        complete_everywhere(repo, settings, wait=wait)


def may_wait(repo: Repository) -> bool:
    """Whether commits may wait in any worktree. Costs next to nothing if none does."""
    return Store(repo).has_promises() or bool(_undecided(repo))


def _undecided(repo: Repository) -> list[str]:
    """The worktrees that have a commit which nobody decided about, or which is being made."""
    return [id for id, folder in repo.git_dirs().items() if files.any_starts_with(folder, LINKING_FILE)]


def _places(repo: Repository) -> list[Repository]:
    """The repository as seen from each worktree where commits may wait; first from this one."""
    if not may_wait(repo):
        return []
    known = (one.worktree_id for one in promises.everywhere(Store(repo)) if not one.unlinked)
    ids = {*known, *_undecided(repo)}
    if ids <= {repo.worktree_id}:
        return [repo]
    from entire.git.worktree import worktrees

    return [place for place in worktrees.every(repo) if place == repo or place.worktree_id in ids]


def _try(repo: Repository, store: Store, settings: Settings, wait: float) -> None:
    """Complete the commits of a worktree. Those that cannot be completed wait for the next event."""
    try:
        undecided = files.any_starts_with(repo.git_dir, LINKING_FILE)
        if not (undecided or _made(repo, store)) or links.own(repo.worktree, repo.common_dir):
            return
        from entire.lifecycle import heal
        from entire.strategy import registry

        with store.lock(wait=wait):
            heal.complete(registry.get(settings.strategy), repo, store)
    except (EntireError, OSError) as error:
        log.warn("commits not completed", component="checkpoint", error=str(error))
        limits.leave_rest()


def _without_checkpoint(repo: Repository, store: Store) -> list[Promise]:
    """The commits of a worktree that wait. An amended one has the checkpoint of the one that it replaced."""
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
