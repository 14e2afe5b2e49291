"""Owners of lines that are known for another version of a file: carry them over by a diff."""

from __future__ import annotations

from entire.attribution.owner import FileLines, Owned
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def carry(repo: Repository, objects: Objects, tree: str, files: Iterable[FileLines]) -> list[FileLines]:
    """Return the owners of the lines that the files have in a tree; without those that differ.

    Git is asked only about files whose content differs from the recorded one.
    """
    found: list[FileLines] = []
    other: dict[tuple[bytes, bytes], tuple[FileLines, str]] = {}
    for file in files:
        entry = objects.entry(tree, file.path)
        if entry is not None and entry.oid == file.blob:
            found.append(file)
            continue
        old, new = objects.blob(file.blob), objects.blob(entry.oid) if entry is not None else None
        if entry is not None and old is not None and new is not None:
            other.setdefault((old, new), (file, entry.oid))
    if other:
        from entire.attribution.rewritten import kept
        from entire.git.objects.texts import hunks_between

        differences = hunks_between(repo, list(other))
        for ((_, new), (file, oid)), hunks in zip(other.items(), differences, strict=True):
            places = {} if hunks is None else kept(hunks, new.count(b"\n") + 1)
            found.append(_moved(file, oid, places))
    return found


def _moved(file: FileLines, oid: str, places: dict[int, int]) -> FileLines:
    """``places``: line of the new version → line of the recorded one."""
    owners = {line: part.owner for part in file.ranges for line in part.numbers()}
    ranges = (Owned(line, line, owners[place]) for line, place in places.items() if place in owners)
    return FileLines(file.path, oid, tuple(ranges))
