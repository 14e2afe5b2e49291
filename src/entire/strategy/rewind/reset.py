"""`rewind --reset`: reset the branch, the index and the work tree to a linked commit, and undo that."""

from __future__ import annotations

import shlex

from entire.core import log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import diff, history, refs, sequence
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import SUBMODULE_MODE, Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content, reset, status
from entire.session.store import Store
from entire.strategy.rewind import files
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind.plan import Item, Plan
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.snapshot import Snapshot

_EXAMPLES = 5


class Resetting(Value):
    """What a reset does, or did."""

    plan: Plan
    head: str  # where the branch is before
    branch: str  # empty if HEAD is detached
    commits: int  # removed from the branch


def preview(repo: Repository, store: Store, point: Point) -> Resetting:
    """Plan the reset. Raises EntireError if it must not be done."""
    _check_idle(repo)
    if not history.is_ancestor_of_head(repo, point.id):
        raise EntireError(f"{point.id[:7]} is not on this branch", "switch to its branch first: `git switch`")
    with store.lock(), Objects(repo) as objects:
        return _preview(repo, objects, point)


def _check_idle(repo: Repository) -> None:
    if sequence.in_progress(repo) or reset.is_merging(repo):
        raise EntireError("a rebase, merge or cherry-pick is in progress", "finish or abort it first")
    locks = reset.branch_locks(repo, refs.get_current_branch_name(repo))
    if locks:
        verb, them = ("exists", "it") if len(locks) == 1 else ("exist", "them")
        raise EntireError(
            f"{' and '.join(locks)} {verb}",
            f"if no git command is running, delete {them}: `rm {shlex.join(locks)}`",
        )


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
    """Refuse to overwrite untracked files, or to delete those that block a file's path, as git would."""
    blocked = [path for path in paths if path in present and path not in known]
    blocked += [other for path in paths for other in files.blockers(repo, path) if other not in known]
    if blocked:
        names = ", ".join(sorted(set(blocked))[:_EXAMPLES])
        raise EntireError(f"reset would overwrite untracked files: {names}", "move or remove them first")


def apply(repo: Repository, point: Point, shown: Resetting, snapshot: Snapshot) -> None:
    """Save everything in the snapshot, then reset. The caller holds the lock."""
    with Objects(repo) as objects:
        now = _preview(repo, objects, point)
    if now.head != shown.head or now.plan.paths != shown.plan.paths:
        raise EntireError("the branch or files changed in the meantime; nothing was done", "try again")
    snapshot.title = f"Reset to {point.id[:7]} {point.message}"
    snapshot.reset_to = point.id
    snapshot.index = reset.store_index(repo)
    left = {item.path: f"{item.entry.mode} {item.entry.oid}" if item.entry else "" for item in _items(now)}
    files.save_files(repo, snapshot, left)
    kept = rewind_snapshot.keep(repo, snapshot, [now.head], staged(repo))
    try:
        reset.hard_reset(repo, point.id)
    except EntireError:
        with Objects(repo) as objects:  # git moves the branch last: only files can have changed
            files.restore_files(repo, objects, snapshot)
        rewind_snapshot.drop(repo, kept)
        raise
    log.info("branch reset", commit=point.id, before=now.head)


def _items(resetting: Resetting) -> list[Item]:
    return [*resetting.plan.restore, *resetting.plan.delete]


def staged(repo: Repository) -> list[str]:
    """The blobs of staged files: without the index, nothing else refers to them."""
    return [change.new_oid for change in diff.staged_changes(repo) if set(change.new_oid) != {"0"}]


def check_undo(repo: Repository, snapshot: Snapshot) -> None:
    """Raise EntireError if a reset can no longer be undone."""
    if not snapshot.reset_to:
        return
    _check_idle(repo)
    if reset.index_is_locked(repo):
        raise EntireError("the index is locked by another git process", "try again when it has finished")
    here = (refs.resolve(repo, "HEAD"), refs.get_current_branch_name(repo))
    # It is where it was if an undo was interrupted: then the rest of it is done.
    if here not in ((snapshot.reset_to, snapshot.branch), (snapshot.head, snapshot.branch)):
        hint = f"`git reset --hard {snapshot.head[:12]}` moves it to where it was"
        raise EntireError("the branch has moved since the reset", hint)


def undo(repo: Repository, objects: Objects, snapshot: Snapshot) -> None:
    """Move the branch back and restore the index. The files are restored separately."""
    if not snapshot.reset_to:
        return
    ref = refs.BRANCHES + snapshot.branch if snapshot.branch else "HEAD"
    if refs.resolve(repo, "HEAD") != snapshot.head:
        refs.update(repo, refs.Update(ref, snapshot.reset_to, snapshot.head))
    data = objects.blob(snapshot.index) if snapshot.index else None
    if data is not None:
        reset.restore_index(repo, data)
