"""What is missing below a tree. Only used when something is damaged."""

from __future__ import annotations

from entire.git.objects.read import Objects, empty_tree, parse_tree
from entire.git.objects.tree import SUBMODULE_MODE
from entire.git.repository import Repository


class Whole:
    """Looks below trees, and remembers the trees that are whole: versions of a tree share most of them."""

    def __init__(self, repo: Repository, objects: Objects) -> None:
        self._repo = repo
        self._objects = objects
        self._known: set[str] = set()
        self.missing: set[str] = set()  # everything that was found to be missing

    def is_whole(self, tree: str) -> bool:
        """Whether a tree and everything below it exist."""
        return not self._look(tree)

    def _look(self, tree: str) -> set[str]:
        """Return the ids of the trees and blobs that are missing."""
        missing: set[str] = set()
        seen: set[str] = set()
        blobs: set[str] = set()
        level = [tree]
        while level:
            level = [oid for oid in dict.fromkeys(level) if oid not in seen and oid not in self._known]
            seen.update(level)
            below: list[str] = []
            for oid, found in zip(level, self._objects.read_many(level), strict=True):
                if found is None or found.kind != "tree":
                    missing |= {oid} - {empty_tree(oid)}
                    continue
                for entry in parse_tree(found).values():
                    if entry.is_tree:
                        below.append(entry.oid)
                    elif entry.mode != SUBMODULE_MODE:
                        blobs.add(entry.oid)
            level = below
        blobs -= self._known
        missing |= blobs - self._objects.sizes(blobs).keys()
        self.missing |= missing
        if not missing:
            self._known |= seen | blobs
        return missing
