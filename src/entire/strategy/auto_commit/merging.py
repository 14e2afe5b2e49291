"""Files of trees, and merging them as git does."""

from __future__ import annotations

from entire.git.objects import merge
from entire.git.objects.read import Objects
from entire.git.objects.tree import SUBMODULE_MODE, SYMLINK_MODE, Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository


def file_at(objects: Objects, tree: str, path: str) -> Entry | None:
    """Return the file at a path; None if nothing is there, or a folder."""
    found = objects.entry(tree, path)
    return None if found is None or found.is_tree else found


class Merging:
    """Merges files that are blobs."""

    def __init__(self, repo: Repository, objects: Objects, writer: Writer) -> None:
        self._repo, self._objects, self._writer = repo, objects, writer

    def merge(self, ours: Entry, base: Entry, theirs: Entry) -> Entry | None:
        """The file with both changes; None if they overlap, or if it is not text."""
        if {SYMLINK_MODE, SUBMODULE_MODE} & {ours.mode, base.mode, theirs.mode}:
            return None
        texts = [self._objects.blob(entry.oid) for entry in (ours, base, theirs)]
        mine, old, other = texts
        if mine is None or old is None or other is None:
            return None
        merged = merge.merge(self._repo, mine, old, other)
        mode = theirs.mode if theirs.mode != base.mode else ours.mode
        return Entry(mode, self._writer.blob(merged)) if merged is not None else None
