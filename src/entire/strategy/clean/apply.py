"""Delete unused data. A failure is reported and does not stop the rest."""

from __future__ import annotations

from collections.abc import Callable

from entire.checkpoint.committed.delete import delete_orphaned_checkpoints
from entire.checkpoint.temporary.write import delete_shadow_branch
from entire.core import files, log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.clean.branches import check_not_checked_out
from entire.strategy.clean.items import CleanupItem, CleanupType
from entire.strategy.turn.shadow import set_aside


class Failure(Value):
    item: CleanupItem
    error: EntireError | OSError


class CleanupResult(Value):
    deleted: list[CleanupItem]
    kept: dict[str, str]  # shadow branches that were set aside: name → ref
    failed: list[Failure]


def delete_all_cleanup_items(
    repo: Repository, objects: Objects, store: Store, items: list[CleanupItem]
) -> CleanupResult:
    """Delete the items. The caller has held the lock since it listed them."""
    result = CleanupResult([], {}, [])

    def attempt(chosen: list[CleanupItem], delete: Callable[[list[CleanupItem]], str]) -> None:
        try:
            kept = delete(chosen)
        except (EntireError, OSError) as error:
            result.failed.extend(Failure(item, error) for item in chosen)
            return
        result.deleted.extend(chosen)
        for item in chosen:
            if kept:
                result.kept[item.id] = kept
            log.info("cleaned up", component="cleanup", type=item.type, id=item.id, kept_as=kept)

    for item in items:
        if item.type != CleanupType.CHECKPOINT:
            attempt([item], lambda chosen: _delete(repo, objects, store, chosen[0]))
    checkpoints = [item for item in items if item.type == CleanupType.CHECKPOINT]
    if checkpoints:
        attempt(checkpoints, lambda chosen: _delete_checkpoints(repo, objects, chosen))
    return result


def _delete(repo: Repository, objects: Objects, store: Store, item: CleanupItem) -> str:
    """Delete one item. Returns the ref that keeps its steps, if any."""
    if item.type == CleanupType.SHADOW_BRANCH:
        check_not_checked_out(repo, [item.id])
        if item.set_aside:
            return set_aside(repo, objects, item.id, item.tip)
        delete_shadow_branch(repo, item.id, item.tip)
    elif item.type == CleanupType.SET_ASIDE:
        refs.update(repo, refs.Update(item.id, item.tip, None))
    elif item.type == CleanupType.SESSION_STATE:
        store.clear(item.id)
    else:
        files.remove(item.id)
    return ""


def _delete_checkpoints(repo: Repository, objects: Objects, items: list[CleanupItem]) -> str:
    author = identity.get_git_author_from_repo(repo)
    delete_orphaned_checkpoints(repo, objects, [item.id for item in items], author)
    return ""
