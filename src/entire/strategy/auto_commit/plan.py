"""What an automatic commit contains: the session's work that waits, and nothing of anybody else's."""

from __future__ import annotations

from entire.attribution.owner import BEFORE
from entire.checkpoint.temporary import snapshots
from entire.checkpoint.temporary.snapshots import LATER
from entire.core.value import Value
from entire.git import hooks_dir
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import staging
from entire.session.state import State
from entire.strategy.auto_commit import moved
from entire.strategy.auto_commit.merging import Merging, file_at
from entire.strategy.auto_commit.versions import OTHERS, OWN, UNKNOWN, Version, Waiting, agents_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entire.checkpoint.temporary.snapshots import Snapshot
    from entire.git.worktree.status import Status

_NOT_IN_TURN = (BEFORE, LATER)  # not the agent in this turn


class Plan(Value):
    """Entries of the commit that differ from HEAD, and those that the index has afterwards."""

    head: Commit
    files: dict[str, Entry | None]
    staged: dict[str, Entry | None]  # what the user had staged of these files stays staged
    before: dict[str, Entry | None]  # what the index has now
    intended: list[str]  # of these, files that are only intended to be added
    mixed: list[str]  # files with changes that may be others'
    alone: bool  # git can commit the index as it is: nothing else is staged, nor can be meanwhile


def plan(
    repo: Repository, objects: Objects, state: State, head: Commit, tip: Commit, now: Status
) -> Plan | None:
    """Plan a commit of what waits for one; None if that is nothing."""
    changed = {entry.path for entry in now.changed}
    staged_now = {entry.path for entry in now.changed if entry.staged}
    listed = staging.PendingEntries(repo, paths := [path for path in state.files_touched if path in changed])
    row = snapshots.row(objects, tip)
    waiting = [_waiting(objects, state, head, row, tip, path) for path in paths]
    in_index = listed.result()
    with Writer(repo, objects) as writer:
        merging = Merging(repo, objects, writer)
        for file in waiting:
            file.entry, file.mixed = agents_version(file.head, file.versions, merging.merge)
            if file.head == file.entry and file.path not in (*in_index, *state.unstaged_files):
                file.entry = None  # the agent has let git forget it
            file.before = in_index.get(file.path)
        moved.tell_apart(objects, waiting, merging.merge)
        waiting = [file for file in waiting if file.entry != file.head]
        staged = {file.path: _staged(file, merging, state.unstaged_files) for file in waiting}
    if not waiting:
        return None
    files = {file.path: file.entry for file in waiting}
    alone = staged_now <= files.keys() and staged == files and not hooks_dir.may_run(repo, "pre-commit")
    return Plan(
        head,
        files,
        staged,
        {file.path: file.before for file in waiting},
        [file.path for file in waiting if file.before and not file.head and file.path not in staged_now],
        [file.path for file in waiting if file.mixed],
        alone,
    )


def _waiting(
    objects: Objects, state: State, head: Commit, row: Sequence[Snapshot], tip: Commit, path: str
) -> Waiting:
    there = file_at(objects, head.tree, path)
    if not row:  # the reference's step
        return Waiting(path, there, [Version(there), Version(file_at(objects, tip.tree, path), UNKNOWN)])
    return Waiting(
        path,
        there,
        [Version(file_at(objects, each.tree, path), _whose(each.owner, state.session_id)) for each in row],
    )


def _whose(owner: Mapping[str, object], session_id: str) -> str:
    kind = owner.get("kind")
    if kind == "agent":
        return OWN if owner.get("session_id") == session_id else OTHERS
    return UNKNOWN if kind == "unknown" and owner.get("why") not in _NOT_IN_TURN else OTHERS


def _staged(file: Waiting, merging: Merging, removed: Sequence[str]) -> Entry | None:
    """The index entry of a committed file: HEAD's new one, with what the user had staged."""
    entry, base, before = file.entry, file.base, file.before
    if before is None and file.path in removed:
        return None
    if before == base or entry is None or base is None or before is None:
        return entry
    return merging.merge(before, base, entry) or entry
