"""Complete commits that wait for their checkpoint, before a push or a command needs it."""

from __future__ import annotations

from entire.core import limits, links, log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.repository import Repository
from entire.session import promises
from entire.session.store import Store


def complete_commits(repo: Repository, settings: Settings, *, wait: float) -> int:
    """Complete the commits of this worktree that wait for their checkpoint.

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
        return _made(repo, store)
    except (EntireError, OSError) as error:
        log.error("commits not found", component="checkpoint", error=str(error))
        return 0


def _made(repo: Repository, store: Store) -> int:
    """How many commits wait. Costs next to nothing if none does."""
    pending = promises.waiting(store, repo.worktree_id)
    if not pending:
        return 0
    from entire.checkpoint.committed.read import find_stored
    from entire.git.objects.read import Objects
    from entire.strategy.waiting import find_made

    with Objects(repo) as objects:
        made = find_made(repo, objects, pending)
        return sum(
            promise.checkpoint_id in made
            and (bool(promise.amends) or find_stored(objects, promise.checkpoint_id) is None)
            for promise in pending
        )
