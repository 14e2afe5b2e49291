"""Who changed what, in order: a row of snapshots parallel to the steps of a shadow branch.

A step is the work tree at the end of a turn. To attribute lines, we also need the work tree at the start of
the turn: changes before it are a person's, changes after it are the agent's. So every step has a commit of
this row as its last parent. Each commit of the row names the owner of its change, and has the previous one as
its parent. The first one is the state that the row starts from; the first step of a branch follows it. After
HEAD has moved, the row has such a state again, so that nobody is named for what the commits brought. The
commits name no session, so they are not steps: readers of steps, the reference included, skip them.

Work that is carried forward keeps its row, so that later commits know the owners of its lines too.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.core import json_text
from entire.core.paths import is_infrastructure
from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    Owner = dict[str, Any]

KEY = "Entire-Snapshot"
BASE = {"kind": "base"}
HUMAN = {"kind": "human"}
UNKNOWN = {"kind": "unknown"}
IN_TURN = {"at": "turn"}  # added to an owner: the snapshot is of a moment in the turn, not before it
SHARED = "shared"  # key of an owner: by path, how many lines people added, and how many the agent
_SUBJECT = "Snapshot"
_MOST = 1000  # commits of a row to read
LATER = "later"  # changed after the agent's last record, when no hook was called


class Snapshot(Value):
    tree: str
    base: str  # the commit that the code is based on
    owner: Owner  # of the changes since the previous snapshot


class Ownership(Value):
    """Who owns the changes of a step."""

    owner: Owner  # of the files in `touched`
    touched: Collection[str]
    others: Owner = HUMAN  # of other changed files
    before: Sequence[Change] = ()  # changes between the previous step and the start of the turn
    before_owner: Owner = HUMAN
    base: Sequence[Change] = ()  # files of which commits have left something out, as they were before that
    doubtful: Collection[str] = ()  # those in `touched` that a person may have changed, too
    earlier: Sequence[Snapshot] = ()  # of steps before this one that have none: the reference's
    between: Sequence[tuple[Owner, Sequence[Change]]] = ()  # what files in `touched` were like meanwhile
    last: Mapping[str, Owner] = {}  # who made the last change of a file in `touched`, if not `owner`
    apart: Collection[str] = ()  # files that an open turn of another session works on: its step adds them


def _each(owners: Iterable[Owner]) -> list[Owner]:
    """Each owner once."""
    found: list[Owner] = []
    for owner in owners:
        if owner not in found:
            found.append(owner)
    return found


def format_snapshot(owner: Owner, base: str) -> str:
    trailer = f"{KEY}: {json_text.encode_line(owner)}\n"
    return f"{_SUBJECT}\n\n{trailer}" + (f"{trailers.BASE_COMMIT}: {base}\n" if base else "")


def read_snapshot(commit: Commit) -> Snapshot | None:
    """Parse a commit of the row; None for any other commit."""
    mark = f"{KEY}: "
    line = next((line for line in commit.message.split("\n")[1:] if line.startswith(mark)), "")
    try:
        owner = json_text.decode(line.removeprefix(mark)) if line else None
    except ValueError:
        return None
    if not isinstance(owner, dict):
        return None
    return Snapshot(commit.tree, trailers.base_commit(commit.message), owner)


def last_snapshot(objects: Objects, step: Commit | None) -> Commit | None:
    """Return the snapshot that belongs to a step; None if it has none."""
    found = objects.commit(step.parents[-1]) if step is not None and step.parents else None
    return found if found is not None and read_snapshot(found) is not None else None


def row(objects: Objects, step: Commit | None) -> list[Snapshot]:
    """Return all snapshots up to a step, oldest first."""
    found: list[Snapshot] = []
    commit = last_snapshot(objects, step)
    while commit is not None and len(found) < _MOST:
        snapshot = read_snapshot(commit)
        if snapshot is None:
            break
        found.append(snapshot)
        commit = objects.commit(commit.parents[0]) if commit.parents else None
    return found[::-1]


def row_tree(objects: Objects, step: Commit | None, end: Commit | None, tree: str) -> str:
    """Return the tree that a row continues from: that of its end, if the step is based on the same commit.

    The step itself can have more: files that another session was still working on.
    """
    known = read_snapshot(end) if end is not None else None
    if step is None or known is None or len(step.parents) != 2:  # none yet, or a rewind
        return tree
    return known.tree if known.base == trailers.base_commit(step.message) else tree


class Row:
    """Writes snapshots that continue the row that ends with ``end``, or start a new one.

    ``tree`` is the tree to change, ``base`` its commit, ``earlier`` how a new row begins.
    """

    def __init__(
        self,
        writer: Writer,
        end: Commit | None,
        tree: str,
        base: str,
        identity: str,
        earlier: Sequence[Snapshot] = (),
    ) -> None:
        self._writer, self._tree, self._base, self._identity = writer, tree, base, identity
        self._start = tree
        self.people_tree = ""  # the tree with people's changes before the turn; empty if there were none
        self.end = end.oid if end is not None else "" if earlier else self._commit(BASE, (), ())[0]
        for snapshot in earlier if end is None else ():
            message, parents = format_snapshot(snapshot.owner, base), (self.end,) if self.end else ()
            self.end, _ = writer.commit([], message, identity, parents=parents, tree=snapshot.tree)
        if end is not None and end.tree != tree:  # HEAD moved: what commits brought is nobody's work here
            self.end, _ = self._commit(BASE, (), (end.oid,))

    def starts_at(self, tree: str) -> bool:
        return self._start == tree

    def add(self, ownership: Ownership, changes: Sequence[Change]) -> str:
        """Add the snapshots of a step, one per owner; return the last one's tree."""
        changes = [c for c in changes if c.path not in ownership.apart]
        others = [c for c in changes if c.path not in ownership.touched and not is_infrastructure(c.path)]
        last = self._tree
        if ownership.base:
            last = self._add(BASE, ownership.base)
        known = {change.path: change for change in (*ownership.base, *ownership.before)}
        if ownership.before:
            last = self.people_tree = self._add(ownership.before_owner, list(known.values()))
        known |= {change.path: change for change in others}
        if self._writer.tree(self._tree, list(known.values())) != last:
            self._add(ownership.others, list(known.values()))
        for owner, meanwhile in ownership.between:
            known |= {change.path: change for change in meanwhile}
            self._add(owner | IN_TURN, list(known.values()))
        for owner in _each(ownership.last.values()):
            known |= {change.path: change for change in changes if ownership.last.get(change.path) == owner}
            self._add(owner | IN_TURN, list(known.values()))
        if ownership.doubtful:
            self._add(ownership.owner, [c for c in changes if c.path not in ownership.doubtful])
            return self._add(UNKNOWN | {"why": LATER}, changes)
        return self._add(ownership.owner, changes)

    def _add(self, owner: Owner, changes: Sequence[Change]) -> str:
        self.end, tree = self._commit(owner, changes, (self.end,))
        return tree

    def _commit(self, owner: Owner, changes: Sequence[Change], parents: tuple[str, ...]) -> tuple[str, str]:
        message = format_snapshot(owner, self._base)
        return self._writer.commit(list(changes), message, self._identity, parents=parents, tree=self._tree)
