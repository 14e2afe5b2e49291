"""Which files a step stores: what may differ between the work tree and the last step.

With them a step's tree is the work tree as it is. Files that the last step has and git no longer reports as
changed were deleted, reverted or committed; only those that are stashed, or ignored now, stay as they were.
"""

from __future__ import annotations

import os

from entire.checkpoint import trailers
from entire.core import clock, log
from entire.core.paths import ENTIRE_DIR, is_infrastructure
from entire.core.value import Value
from entire.git import diff
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import stash
from entire.git.worktree.status import Status
from entire.strategy.turn.sizes import sizes, too_large, too_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_LOGGED = 20  # file names in a line of the log


class ToStore(Value):
    """The files to store from the work tree, and those that the step lacks, with the reasons."""

    paths: list[str]
    missing: dict[str, str]
    settled: list[Change]  # files that are as in HEAD again: known without looking at the work tree


def dirty_files(status: Status) -> list[str]:
    """Files that differ from HEAD, without our own."""
    return [entry.path for entry in status.changed if not is_infrastructure(entry.path)]


def paths_to_store(
    repo: Repository,
    objects: Objects,
    tip: Commit | None,
    touched_before: list[str],
    status: Status,
    touched: list[str],
) -> tuple[list[str], list[Change]]:
    """Files that may differ between the work tree and the branch's tip, and those that are as in HEAD again.

    Skips files not written since the tip.
    """
    dirty = dirty_files(status)
    if tip is None:
        return dirty, []
    gone, settled = _no_longer_changed(repo, objects, tip, touched_before, status)
    needed = {*touched, *trailers.lacks(tip.message)}
    paths = gone + [
        path
        for path in dirty
        if path in needed or _written_since(repo, path, tip.time) or objects.entry(tip.tree, path) is None
    ]
    return paths, settled


def _no_longer_changed(
    repo: Repository, objects: Objects, tip: Commit, touched_before: list[str], status: Status
) -> tuple[list[str], list[Change]]:
    """Files that the tip has changed, and the work tree no longer has: deleted ones, and those as in HEAD."""
    head = objects.commit(status.head)
    base = objects.commit(trailers.base_commit(tip.message)) or head
    if head is None or base is None or not objects.tree(tip.tree) or not objects.tree(base.tree):
        return [], []  # something is missing: then it is repaired, and this is done again
    dirty, own = set(dirty_files(status)), set(touched_before)
    changed = changed_paths(objects, base.tree, tip.tree, skip=ENTIRE_DIR)
    clean = [path for path in dict.fromkeys((*changed, *touched_before)) if path not in dirty]
    stashed = _stashed(repo, objects, tip, [path for path in clean if path in own])
    gone, settled = [], []
    for path in clean:
        if path in stashed:
            continue
        entry, kept = objects.entry(head.tree, path), objects.entry(tip.tree, path)
        if entry is not None and not entry.is_tree:
            if entry != kept:
                settled.append(Change(path, entry.mode, entry.oid))
        elif kept is not None and not kept.is_tree and _is_bare_folder(repo, path, dirty):
            settled.append(Change(path))  # a folder without files is in no tree
        elif kept is not None and (path in own or not os.path.lexists(repo.path(path))):
            gone.append(path)  # or ignored now
    return gone, settled


def _is_bare_folder(repo: Repository, path: str, dirty: set[str]) -> bool:
    """Whether there is a folder instead of a file now, with nothing in it that git would store."""
    full = repo.path(path)
    if os.path.islink(full) or not os.path.isdir(full) or os.path.lexists(os.path.join(full, ".git")):
        return False
    return not any(name.startswith(f"{path}/") and os.path.lexists(repo.path(name)) for name in dirty)


def _stashed(repo: Repository, objects: Objects, tip: Commit, paths: list[str]) -> set[str]:
    """Those of the session's files that are not in the work tree, because they are stashed."""
    entries = ((path, objects.entry(tip.tree, path)) for path in paths)
    kept = [(path, entry.oid if entry is not None else stash.GONE) for path, entry in entries]
    return stash.stashed(repo, objects, kept)


def to_store(
    repo: Repository,
    objects: Objects,
    tip: Commit | None,
    touched_before: list[str],
    status: Status,
    touched: list[str],
    named: Collection[str],
) -> ToStore:
    """The same, without files that are too large, or too many; ``named``: files that tool calls name.

    Such a file of the user's own that git does not track is left out without a word: a rewind keeps it.
    """
    own = set(status.untracked).difference(touched, touched_before)
    if too_many(len(own)):
        status = status.replace(changed=[entry for entry in status.changed if entry.path not in own])
    paths, settled = paths_to_store(repo, objects, tip, touched_before, status, touched)
    large = too_large(sizes(repo, paths), set(named))
    missing = {path: why for path, why in large.items() if path not in own}
    if missing:
        log.warn("files not stored in this step", component="checkpoint", files=_some(missing))
    return ToStore([path for path in paths if path not in large], missing, settled)


def _some(missing: dict[str, str]) -> dict[str, str]:
    """A part of a list that fits into a line of the log."""
    return dict(sorted(missing.items())[:_LOGGED])


def brought_by_others(
    repo: Repository, objects: Objects, tip: Commit | None, touched_before: list[str], status: Status
) -> list[Change]:
    """What changed between the commit that the tip was based on and HEAD (pull, switch).

    With these, a step never differs from HEAD in files that the session did not work on.
    """
    base = trailers.base_commit(tip.message) if tip is not None else ""
    if base in ("", status.head) or objects.commit(base) is None:
        return []
    worked_on = {*touched_before, *dirty_files(status)}
    return [
        Change(change.path, change.new_mode, None if change.status == "D" else change.new_oid)
        for change in diff.tree_changes(repo, base, status.head)
        if change.path not in worked_on
    ]


def stashed_work(repo: Repository, since: str, named: Collection[str], now: Status) -> list[Change]:
    """Files named by the transcript that were stashed since a time and are in no step yet, from the stash."""
    seconds, dirty = clock.timestamp(since), set(dirty_files(now))
    paths = [path for path in named if path not in dirty]
    if seconds is None or not paths:
        return []
    with Objects(repo) as objects:
        return stash.stashed_since(repo, objects, paths, seconds)


def without_stashed(repo: Repository, since: str, undone: list[str]) -> list[str]:
    """Those of the files that nobody has put away since a time: what a stash has is not undone."""
    seconds = clock.timestamp(since)
    if seconds is None or not undone:
        return undone
    with Objects(repo) as objects:
        away = {change.path for change in stash.stashed_since(repo, objects, undone, seconds)}
    return [path for path in undone if path not in away]


def _written_since(repo: Repository, path: str, seconds: int) -> bool:
    """Whether the file changed since, by its ctime, which programs cannot set back."""
    try:
        return os.lstat(repo.path(path)).st_ctime >= seconds - 1
    except OSError:
        return True
