"""What happened to files after a point: who changed them first, and what they were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.checkpoint.temporary.snapshots import UNKNOWN, Snapshot, last_snapshot, read_snapshot
from entire.core.value import Value
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import Entry
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session.state import State
from entire.strategy.turn.shadow import tip_of

_MOST = 1000  # snapshots to read


class Since(Value):
    """The snapshots after a point, oldest first, and what people changed before the turn that is open."""

    objects: Objects
    session_id: str
    snapshots: Sequence[Snapshot]
    edits: Mapping[str, str]  # `mode oid` by path

    def before_own_change(self, path: str) -> Entry | None:
        """A file that the point does not have, as it was before the session first changed it.

        None if the session made it. Where it is unknown who made a change, it counts as the session's.
        """
        before: Entry | None = None
        for snapshot in self.snapshots:
            entry = self.objects.entry(snapshot.tree, path)
            entry = None if entry is None or entry.is_tree else entry
            if entry != before and self._is_own(snapshot):
                return before
            before = entry
        mode, _, oid = self.edits.get(path, "").partition(" ")
        return Entry(mode, oid) if oid else before

    def _is_own(self, snapshot: Snapshot) -> bool:
        owner = snapshot.owner
        return owner.get("kind") == UNKNOWN["kind"] or owner.get("session_id") == self.session_id


def since(repo: Repository, objects: Objects, state: State, point: Commit) -> Since:
    tip = tip_of(objects, state)
    start = point if read_snapshot(point) is not None else last_snapshot(objects, point)
    snapshots = _between(objects, start, last_snapshot(objects, tip))
    capture = captures.load(repo, state.session_id) if state.is_active else None
    known = capture is not None and capture.edits_since == (tip.oid if tip is not None else "")
    return Since(objects, state.session_id, snapshots, capture.edits if capture is not None and known else {})


def _between(objects: Objects, start: Commit | None, end: Commit | None) -> list[Snapshot]:
    """The snapshots after ``start``; none if it is not in the row that ends with ``end``."""
    found: list[Snapshot] = []
    commit = end
    while commit is not None and start is not None and len(found) < _MOST:
        if commit.oid == start.oid:
            return found[::-1]
        snapshot = read_snapshot(commit)
        if snapshot is None:
            break
        found.append(snapshot)
        commit = objects.commit(commit.parents[0]) if commit.parents else None
    return []
