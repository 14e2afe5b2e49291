"""`rewind --reset`: the branch, the index and the work tree go to a linked commit; and how that is undone."""

from __future__ import annotations

from entire.core import log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import diff, history, refs, sequence
from entire.git.objects.read import SUBMODULE_MODE, Commit, Entry, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content, reset, status
from entire.session.store import Store
from entire.strategy.rewind import files
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind.plan import Item, Plan
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.snapshot import Snapshot
from entire.strategy.rewind.ways import ways

_EXAMPLES = 5


class Resetting(Value):
    """What a reset does, or did."""

    plan: Plan
    head: str  # where the branch is
    branch: str  # empty when HEAD is detached
    commits: int  # that the branch loses


def preview(repo: Repository, store: Store, point: Point) -> Resetting:
    """Raises EntireError where a reset must not be."""
    if sequence.in_progress(repo) or reset.is_merging(repo):
        raise EntireError("a rebase, merge or the like is going on", "finish it or abort it first")
    if not history.is_ancestor_of_head(repo, point.id):
        raise EntireError(f"{point.id[:7]} is not on this branch", "`git switch` goes to another branch")
    with store.lock(), Objects(repo) as objects:
        return _preview(repo, objects, point)


def _preview(repo: Repository, objects: Objects, point: Point) -> Resetting:
    head, target = objects.commit("HEAD"), objects.commit(point.id)
    assert head is not None
    assert target is not None
    plan = _plan(repo, objects, head, target)
    branch = refs.get_current_branch_name(repo)
    return Resetting(plan, head.oid, branch, reset.commits_since(repo, target.oid))


def _plan(repo: Repository, objects: Objects, head: Commit, target: Commit) -> Plan:
    known = reset.indexed(repo)
    now = status.read(repo)
    dirty = {entry.path for entry in now.changed if entry.kind != "untracked" and not entry.submodule}
    paths = sorted(dirty | {change.path for change in diff.tree_changes(repo, head.oid, target.oid)})
    with Writer(repo, objects) as writer:
        modes = {entry.path: entry.mode for entry in now.changed if entry.mode}
        changes = content.snapshot(repo, writer, paths, modes)
    present = {change.path: Entry(change.mode, change.oid) for change in changes if change.oid is not None}
    restore: list[Item] = []
    delete: list[Item] = []
    for path in paths:
        entry, before = objects.entry(target.tree, path), objects.entry(head.tree, path)
        if any(side is not None and side.mode == SUBMODULE_MODE for side in (entry, before)):
            continue
        file = None if entry is None or entry.is_tree else entry
        if file == present.get(path):
            continue
        lost = path in present and present[path] != before
        (restore if file is not None else delete).append(Item(path, file, lost))
    _check_untracked(repo, known, [item.path for item in restore], present)
    return Plan(restore, delete, [])


def _check_untracked(
    repo: Repository, known: dict[str, str], paths: list[str], present: dict[str, Entry]
) -> None:
    """Git would overwrite files that it does not know, and what is in the way of a file: refuse instead."""
    blocked = [path for path in paths if path in present and path not in known]
    blocked += [way for path in paths for way in ways(repo, path) if way not in known]
    if blocked:
        names = ", ".join(sorted(set(blocked))[:_EXAMPLES])
        raise EntireError(f"a reset would overwrite files that git does not track: {names}", "move them away")


def apply(repo: Repository, point: Point, shown: Resetting, snapshot: Snapshot) -> None:
    """Keep everything in the snapshot, then reset. The lock is held."""
    with Objects(repo) as objects:
        now = _preview(repo, objects, point)
    if now.head != shown.head or now.plan.paths != shown.plan.paths:
        raise EntireError("the branch or files changed meanwhile; nothing was done", "look again")
    snapshot.title = f"Reset to {point.id[:7]} {point.message}"
    snapshot.reset_to = point.id
    snapshot.index = reset.store_index(repo)
    left = {item.path: f"{item.entry.mode} {item.entry.oid}" if item.entry else "" for item in _items(now)}
    files.remember(repo, snapshot, left)
    kept = rewind_snapshot.keep(repo, snapshot, [now.head], staged(repo))
    try:
        reset.hard_reset(repo, point.id)
    except EntireError:
        with Objects(repo) as objects:  # git moves the branch last: only files can have changed
            files.put_back(repo, objects, snapshot)
        rewind_snapshot.drop(repo, kept)
        raise
    log.info("branch reset", commit=point.id, before=now.head)


def _items(resetting: Resetting) -> list[Item]:
    return [*resetting.plan.restore, *resetting.plan.delete]


def staged(repo: Repository) -> list[str]:
    """Blobs that only the index holds."""
    return [change.new_oid for change in diff.staged_changes(repo) if set(change.new_oid) != {"0"}]


def check_undo(repo: Repository, snapshot: Snapshot) -> None:
    """Raises EntireError if a reset cannot be undone any more."""
    if not snapshot.reset_to:
        return
    if sequence.in_progress(repo) or reset.is_merging(repo):
        raise EntireError("a rebase, merge or the like is going on", "finish it or abort it first")
    if reset.index_is_locked(repo):
        raise EntireError("the index is locked by another git process", "try again when it is done")
    here = (refs.resolve(repo, "HEAD"), refs.get_current_branch_name(repo))
    if here != (snapshot.reset_to, snapshot.branch):
        hint = f"`git reset --hard {snapshot.head[:12]}` goes to where the branch was"
        raise EntireError("the branch has moved since the reset", hint)


def undo(repo: Repository, objects: Objects, snapshot: Snapshot) -> None:
    """Move the branch and the index back; files are put back separately."""
    if not snapshot.reset_to:
        return
    ref = refs.BRANCHES + snapshot.branch if snapshot.branch else "HEAD"
    refs.update(repo, refs.Update(ref, snapshot.reset_to, snapshot.head))
    data = objects.blob(snapshot.index) if snapshot.index else None
    if data is not None:
        reset.restore_index(repo, data)
