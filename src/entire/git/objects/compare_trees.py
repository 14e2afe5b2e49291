"""Which files differ between two trees, read through an open reader: for many pairs that share most trees."""

from __future__ import annotations

from collections.abc import Iterator

from entire.git.objects.read import TREE_MODE, Entry, Objects

_NOTHING = Entry("", "")


def changed_paths(objects: Objects, old: str, new: str, prefix: str = "") -> Iterator[str]:
    """Files that only one of the trees has, or each differently. An empty id is an empty tree."""
    if old == new:
        return
    before, after = (objects.tree(oid) if oid else {} for oid in (old, new))
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name, _NOTHING), after.get(name, _NOTHING)
        if one == other:
            continue
        if TREE_MODE in (one.mode, other.mode):
            inside, outside = (entry.oid if entry.is_tree else "" for entry in (one, other))
            yield from changed_paths(objects, inside, outside, f"{prefix}{name}/")
        if any(entry.mode not in ("", TREE_MODE) for entry in (one, other)):
            yield prefix + name
