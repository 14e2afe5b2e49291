"""The union of two trees, path by path, whatever they contain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry

# Folders below this level are kept as a whole, those of one side: nobody nests files like this in good faith,
# and git allows more levels than Python's stack has.
_DEEPEST = 100
# Merges a folder that both sides have: its path, and the entry of each side.
Folder = Callable[[str, Entry, Entry], Iterator[Change]]


def union(objects: Objects, ours: str, theirs: str) -> list[Change]:
    """Return the changes that add another tree to a tree."""
    return union_of(objects, objects.tree(ours), objects.tree(theirs), prefix="")


def union_of(
    objects: Objects, ours: Mapping[str, Entry], theirs: Mapping[str, Entry], prefix: str
) -> list[Change]:
    """The same for one level and everything below. Which of two files stays does not depend on the side."""

    def descend(path: str, mine: Entry, other: Entry) -> Iterator[Change]:
        if path.count("/") < _DEEPEST:
            return added(objects.tree(mine.oid), objects.tree(other.oid), f"{path}/", descend)
        return iter([Change(path, other.mode, other.oid)] if _rank(other) > _rank(mine) else [])

    return list(added(ours, theirs, prefix, descend))


def added(
    ours: Mapping[str, Entry], theirs: Mapping[str, Entry], prefix: str, folder: Folder
) -> Iterator[Change]:
    """Return what one level of ``theirs`` adds; ``folder`` merges folders that both have."""
    for name, other in theirs.items():
        mine = ours.get(name)
        if mine is not None and mine.is_tree and other.is_tree:
            if mine != other:
                yield from folder(prefix + name, mine, other)
        elif mine is None or _rank(other) > _rank(mine):
            yield Change(prefix + name, other.mode, other.oid)


def _rank(entry: Entry) -> tuple[bool, str, str]:
    return entry.is_tree, entry.oid, entry.mode
