"""A commit as plain facts: trees are contents by path (none empty), each of which is its own blob id."""

from __future__ import annotations

from collections.abc import Mapping

from entire.git.diff import FileChange
from entire.strategy.links.made_from import share_lines

NO_OID = "0" * 40


def changes_between(parent: Mapping[str, str], head: Mapping[str, str]) -> dict[str, FileChange]:
    """What a commit with the tree ``head`` changes, as git reports it."""
    found = {}
    for path in sorted({*parent, *head}):
        old, new = parent.get(path), head.get(path)
        if old != new:
            status = "A" if old is None else "D" if new is None else "M"
            found[path] = FileChange(path, status, old or NO_OID, new or NO_OID)
    return found


def alike(change: FileChange, kept: str) -> bool:
    """Contents are their own ids, so nothing has to be read."""
    return share_lines(change.new_oid.encode(), kept.encode())
