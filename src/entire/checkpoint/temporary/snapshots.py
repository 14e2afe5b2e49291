"""Who did what, in order: a row of snapshots beside the steps of a shadow branch.

A step tells what the work tree was like when a turn ended. To know whose each line is, one must also know
what it was like when the turn began: what changed before is a person's, what changed since is the agent's. So
every step has a commit of this row as its last parent. Each commit of the row names whose the change is that
led to it; the one before it is its parent. The first one is what the row began from; it is also what the
first step of a branch follows. Having no session, they are no steps: readers that look for those, the
reference among them, pass over them.

Carried forward, work keeps its row: the owners of its lines are known at the later commit too.
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
    from collections.abc import Collection, Sequence
    from typing import Any

    Owner = dict[str, Any]

KEY = "Entire-Snapshot"
BASE = {"kind": "base"}
HUMAN = {"kind": "human"}
UNKNOWN = {"kind": "unknown"}
_SUBJECT = "Snapshot"
_MOST = 1000  # commits of a row that are looked at


class Snapshot(Value):
    tree: str
    base: str  # the commit that the code was based on
    owner: Owner  # of what changed since the snapshot before


class Ownership(Value):
    """Whose the changes of a step are."""

    owner: Owner  # of the step's own files
    touched: Collection[str]  # those; other files that changed are a person's
    before: Sequence[Change] = ()  # what was there when the turn began, and not at the step before
    before_owner: Owner = HUMAN


def format_snapshot(owner: Owner, base: str) -> str:
    told = f"{KEY}: {json_text.encode_line(owner)}\n"
    return f"{_SUBJECT}\n\n{told}" + (f"{trailers.BASE_COMMIT}: {base}\n" if base else "")


def read_snapshot(commit: Commit) -> Snapshot | None:
    """What a commit of the row tells; None for any other."""
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
    """The end of the row that a step stands at; None if it has none."""
    found = objects.commit(step.parents[-1]) if step is not None and step.parents else None
    return found if found is not None and read_snapshot(found) is not None else None


def row(objects: Objects, step: Commit | None) -> list[Snapshot]:
    """All snapshots up to a step, oldest first."""
    found: list[Snapshot] = []
    commit = last_snapshot(objects, step)
    while commit is not None and len(found) < _MOST:
        snapshot = read_snapshot(commit)
        if snapshot is None:
            break
        found.append(snapshot)
        commit = objects.commit(commit.parents[0]) if commit.parents else None
    return found[::-1]


class Row:
    """A row to be continued among other objects: the one that ``step`` stands at, or a new one.

    ``tree`` is what the changes are made to, ``base`` the commit that it is based on.
    """

    def __init__(self, writer: Writer, end: Commit | None, tree: str, base: str, identity: str) -> None:
        self._writer, self._tree, self._base, self._identity = writer, tree, base, identity
        self.people_tree = ""  # what people made of it before the agent began; empty if nothing
        self.end = end.oid if end is not None else self._commit(BASE, (), ())[0]

    def add(self, ownership: Ownership, changes: Sequence[Change]) -> str:
        """Add the snapshots of a step, one for each owner; returns the step's tree."""
        others = [c for c in changes if c.path not in ownership.touched and not is_infrastructure(c.path)]
        if ownership.before:
            self.people_tree = self._add(ownership.before_owner, ownership.before)
        others = [*ownership.before, *others]
        if self._writer.tree(self._tree, others) != (self.people_tree or self._tree):
            self._add(HUMAN, others)
        return self._add(ownership.owner, changes)

    def _add(self, owner: Owner, changes: Sequence[Change]) -> str:
        self.end, tree = self._commit(owner, changes, (self.end,))
        return tree

    def _commit(self, owner: Owner, changes: Sequence[Change], parents: tuple[str, ...]) -> tuple[str, str]:
        message = format_snapshot(owner, self._base)
        return self._writer.commit(list(changes), message, self._identity, parents=parents, tree=self._tree)
