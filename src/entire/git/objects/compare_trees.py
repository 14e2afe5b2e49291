"""Compare trees through an open reader: for many pairs that share most of their subtrees."""

from __future__ import annotations

from entire.git.objects.read import Objects
from entire.git.objects.tree import EMPTY, TREE_MODE, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTHING = Entry("", "")


def changed_paths(objects: Objects, old: str, new: str, prefix: str = "", skip: str = "") -> Iterator[str]:
    """Yield the files that differ between two trees. An empty id stands for an empty tree.

    ``skip``: the path of a folder that is not compared.
    """
    if old == new:
        return
    before, after = (objects.tree(oid) if oid else EMPTY for oid in (old, new))
    for name in before.differing(after):
        if skip and prefix + name == skip:
            continue
        one, other = before.get(name, _NOTHING), after.get(name, _NOTHING)
        if TREE_MODE in (one.mode, other.mode):
            inside, outside = (entry.oid if entry.is_tree else "" for entry in (one, other))
            yield from changed_paths(objects, inside, outside, f"{prefix}{name}/", skip)
        if any(entry.mode not in ("", TREE_MODE) for entry in (one, other)):
            yield prefix + name
