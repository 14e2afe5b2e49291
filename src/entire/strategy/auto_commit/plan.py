"""What an automatic commit contains: the session's work that waits, and nothing of anybody else's."""

from __future__ import annotations

from entire.attribution.owner import BEFORE
from entire.checkpoint.temporary import snapshots
from entire.checkpoint.temporary.snapshots import LATER
from entire.core.value import Value
from entire.git.objects import merge
from entire.git.objects.read import Commit, Entry, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import staging
from entire.session.state import State
from entire.strategy.auto_commit.versions import OTHERS, OWN, UNKNOWN, Version, agents_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entire.checkpoint.temporary.snapshots import Snapshot
    from entire.git.worktree.status import Status

_LINK, _SUBMODULE = "120000", "160000"
_NOT_IN_TURN = (BEFORE, LATER)  # not the agent in this turn


class Plan(Value):
    """Entries of the commit that differ from HEAD, and those that the index has afterwards."""

    head: Commit
    files: dict[str, Entry | None]
    staged: dict[str, Entry | None]  # what the user had staged of these files stays staged
    before: dict[str, Entry | None]  # what the index has now
    mixed: list[str]  # files with changes that may be others'
    alone: bool  # nothing else is staged


def plan(
    repo: Repository, objects: Objects, state: State, head: Commit, tip: Commit, now: Status
) -> Plan | None:
    """Plan a commit of what waits for one; None if that is nothing."""
    changed = {entry.path: entry for entry in now.changed if not entry.submodule}
    waiting = [path for path in state.files_touched if path in changed]
    listed = staging.PendingEntries(repo, waiting)
    row = snapshots.row(objects, tip)
    files: dict[str, Entry | None] = {}
    mixed = []
    with Writer(repo, objects) as writer:
        merging = _Merging(repo, objects, writer)
        for path in waiting:
            there = objects.entry(head.tree, path)
            versions = _versions(objects, state, head, row, tip, path)
            entry, is_mixed = agents_version(there, versions, merging.merge)
            if entry != there:
                files[path] = entry
                mixed += [path] if is_mixed else []
        in_index = listed.result()
        if not files:
            return None
        before = {path: in_index.get(path) for path in files}
        staged = {
            path: _staged(entry, objects.entry(head.tree, path), before[path], merging)
            for path, entry in files.items()
        }
    alone = not any(entry.staged for path, entry in changed.items() if path not in files) and staged == files
    return Plan(head, files, staged, before, mixed, alone)


def _versions(
    objects: Objects, state: State, head: Commit, row: Sequence[Snapshot], tip: Commit, path: str
) -> list[Version]:
    if not row:  # the reference's step
        return [Version(objects.entry(head.tree, path)), Version(objects.entry(tip.tree, path), UNKNOWN)]
    return [Version(objects.entry(each.tree, path), _whose(each.owner, state.session_id)) for each in row]


def _whose(owner: Mapping[str, object], session_id: str) -> str:
    kind = owner.get("kind")
    if kind == "agent":
        return OWN if owner.get("session_id") == session_id else OTHERS
    return UNKNOWN if kind == "unknown" and owner.get("why") not in _NOT_IN_TURN else OTHERS


def _staged(
    entry: Entry | None, in_head: Entry | None, in_index: Entry | None, merging: _Merging
) -> Entry | None:
    """The index entry of a committed file: HEAD's new one, with what the user had staged."""
    if in_index == in_head or entry is None or in_head is None or in_index is None:
        return entry
    return merging.merge(in_index, in_head, entry) or entry


class _Merging:
    """Merges files that are blobs."""

    def __init__(self, repo: Repository, objects: Objects, writer: Writer) -> None:
        self._repo, self._objects, self._writer = repo, objects, writer

    def merge(self, ours: Entry, base: Entry, theirs: Entry) -> Entry | None:
        if {_LINK, _SUBMODULE} & {ours.mode, base.mode, theirs.mode}:
            return None
        texts = [self._objects.blob(entry.oid) for entry in (ours, base, theirs)]
        mine, old, other = texts
        if mine is None or old is None or other is None:
            return None
        merged = merge.merge(self._repo, mine, old, other)
        mode = theirs.mode if theirs.mode != base.mode else ours.mode
        return Entry(mode, self._writer.blob(merged)) if merged is not None else None
