"""Which files a step stores: what may differ between the work tree and the last step."""

from __future__ import annotations

import os

from entire.checkpoint import trailers
from entire.core import clock, log
from entire.core.paths import is_infrastructure
from entire.core.value import Value
from entire.git import diff
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import stash
from entire.git.worktree.status import Status
from entire.strategy.turn.sizes import sizes, too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_LOGGED = 20  # file names in a line of the log


class ToStore(Value):
    """The files to store from the work tree, and those that the step lacks, with the reasons."""

    paths: list[str]
    missing: dict[str, str]


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
) -> list[str]:
    """Files that may differ between the work tree and the branch's tip. Skips those not written since."""
    dirty = dirty_files(status)
    if tip is None:
        return dirty
    known = set(dirty)
    back = [path for path in touched_before if path not in known and os.path.lexists(repo.path(path))]
    if back:  # clean again: reverted or committed, which the step has to show, unless only stashed
        entries = ((path, objects.entry(tip.tree, path)) for path in back)
        kept = [(path, entry.oid if entry is not None else stash.GONE) for path, entry in entries]
        stashed = stash.stashed(repo, objects, kept)
        back = [path for path in back if path not in stashed]
    needed = {*touched, *trailers.lacks(tip.message)}
    return back + [
        path
        for path in dirty
        if path in needed or _written_since(repo, path, tip.time) or objects.entry(tip.tree, path) is None
    ]


def to_store(
    repo: Repository,
    objects: Objects,
    tip: Commit | None,
    touched_before: list[str],
    status: Status,
    touched: list[str],
    named: Collection[str],
) -> ToStore:
    """The same, without files that are too large; ``named``: files that tool calls name.

    A large file of the user's own that git does not track is left out without a word: a rewind keeps it.
    """
    paths = paths_to_store(repo, objects, tip, touched_before, status, touched)
    large = too_large(sizes(repo, paths), named)
    known = {*touched, *touched_before}
    own = set(status.untracked) - known if large else set()
    missing = {path: why for path, why in large.items() if path not in own}
    if missing:
        log.warn("files not stored in this step", component="checkpoint", files=_some(missing))
    return ToStore([path for path in paths if path not in large], missing)


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


def _written_since(repo: Repository, path: str, seconds: int) -> bool:
    """Whether the file changed since, by its ctime, which programs cannot set back."""
    try:
        return os.lstat(repo.path(path)).st_ctime >= seconds - 1
    except OSError:
        return True
