"""Merge the checkpoints of two clones: by checkpoint, not by file, and without a work tree.

Nothing is dropped. Only what differs is read and written: the number of other checkpoints does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from entire.checkpoint.branch import advance, is_empty
from entire.checkpoint.committed import slots
from entire.core.errors import EntireError
from entire.git import history
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.remote.merge_checkpoint import Conflict, merge_checkpoints
from entire.remote.union import added, union

MESSAGE = "Merge remote session logs"


def merge(
    repo: Repository, objects: Objects, ref: str, theirs: Commit, author: Author, *, opaque: bool = False
) -> str | None:
    """Merge ``theirs`` into one of our branches; return the new tip, None if there was nothing to merge.

    ``opaque`` is for a branch whose files we do not know.
    """

    def build(tip: Commit | None) -> str | None:
        if tip is None:
            return theirs.oid
        base = history.merge_base(repo, tip.oid, theirs.oid) if not is_empty(theirs) else theirs.oid
        if base == theirs.oid:
            return None
        if is_empty(tip) or base == tip.oid:
            return theirs.oid
        with Writer(repo, objects) as writer:
            if opaque:
                changes = union(objects, tip.tree, theirs.tree)
            else:
                changes = merge_trees(objects, writer, tip.tree, theirs.tree)
            if objects.unread_trees:
                raise EntireError("not merged: a folder is too large to read", "ask who pushed it")
            parents = (tip.oid, theirs.oid)
            return writer.commit(changes, MESSAGE, author.identity(), parents=parents)[0]

    return advance(repo, objects, ref, build)


def merge_trees(objects: Objects, writer: Writer, ours: str, theirs: str) -> list[Change]:
    """Return the changes that merge ``theirs`` into ``ours``."""
    conflicts: list[Conflict] = []

    def shard(path: str, mine: Entry, other: Entry) -> Iterator[Change]:
        return added(objects.tree(mine.oid), objects.tree(other.oid), f"{path}/", checkpoint)

    def checkpoint(path: str, mine: Entry, other: Entry) -> Iterator[Change]:
        conflicts.append(Conflict(slots.read(objects, path, mine.oid), slots.read(objects, path, other.oid)))
        return iter(())

    changes = list(added(objects.tree(ours), objects.tree(theirs), "", shard))
    return changes + merge_checkpoints(objects, writer, conflicts)
