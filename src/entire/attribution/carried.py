"""Owners of lines that are known for another version of a file: carry them over by a diff."""

from __future__ import annotations

from entire.attribution.owner import NOBODY, FileLines, Owned
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from entire.attribution.owner import Lines, Owner


def carry(repo: Repository, objects: Objects, tree: str, files: Iterable[FileLines]) -> list[FileLines]:
    """Return the owners of the lines that the files have in a tree; without those that differ.

    Git is asked only about files whose content differs from the recorded one.
    """
    found: list[FileLines] = []
    other: list[tuple[FileLines, str]] = []
    texts: list[tuple[bytes, bytes]] = []
    for file in files:
        entry = objects.entry(tree, file.path)
        if entry is not None and entry.oid == file.blob:
            found.append(file)
            continue
        old, new = objects.blob(file.blob), objects.blob(entry.oid) if entry is not None else None
        if entry is not None and old is not None and new is not None:
            other.append((file, entry.oid))
            texts.append((old, new))
    if other:
        from entire.attribution.rewritten import kept
        from entire.git.objects.texts import hunks_between

        differences = hunks_between(repo, texts)
        for (file, oid), (_, new), hunks in zip(other, texts, differences, strict=True):
            places = {} if hunks is None else kept(hunks, new.count(b"\n") + 1)
            found.append(_moved(file, oid, places))
    return found


def _moved(file: FileLines, oid: str, places: dict[int, int]) -> FileLines:
    """``places``: line of the new version → line of the recorded one."""
    owners = {line: part.owner for part in file.ranges for line in part.numbers()}
    ranges = (Owned(line, line, owners[place]) for line, place in places.items() if place in owners)
    return FileLines(file.path, oid, tuple(ranges))


def merged(files: Iterable[FileLines]) -> list[FileLines]:
    """Put what several checkpoints know about the same file together; the last of them decides."""
    found: dict[str, dict[int, Owned]] = {}
    blobs: dict[str, str] = {}
    for file in files:
        blobs[file.path] = file.blob
        owners = found.setdefault(file.path, {})
        owners.update(
            (line, Owned(line, line, part.owner)) for part in file.ranges for line in part.numbers()
        )
    return [
        FileLines(path, blobs[path], tuple(owners[line] for line in sorted(owners)))
        for path, owners in found.items()
    ]


def completed(lines: Lines, known: Iterable[FileLines]) -> Lines:
    """Fill in the owners of lines that came with an earlier version of the commit; its record has them."""
    owners = {
        (file.path, line): part.owner
        for file in merged(known)
        for part in file.ranges
        for line in part.numbers()
    }
    files = (_filled(file, owners) for file in lines.files)
    return lines.replace(files=tuple(files))


def _filled(file: FileLines, owners: Mapping[tuple[str, int], Owner]) -> FileLines:
    if all(part.owner != NOBODY for part in file.ranges):
        return file
    parts = (
        Owned(line, line, owners.get((file.path, line), NOBODY) if part.owner == NOBODY else part.owner)
        for part in file.ranges
        for line in part.numbers()
    )
    return file.replace(ranges=tuple(parts))


def without(lines: Lines, others: Sequence[FileLines]) -> Lines:
    """Leave out the lines that other checkpoints of the commit know: each line is recorded once."""
    known: dict[str, set[int]] = {}
    for file in others:
        known.setdefault(file.path, set()).update(line for part in file.ranges for line in part.numbers())
    files = (_rest(file, known.get(file.path, set())) for file in lines.files)
    return lines.replace(files=tuple(file for file in files if file.ranges))


def _rest(file: FileLines, known: set[int]) -> FileLines:
    if not any(line in known for part in file.ranges for line in part.numbers()):
        return file
    parts = (
        Owned(line, line, part.owner) for part in file.ranges for line in part.numbers() if line not in known
    )
    return file.replace(ranges=tuple(parts))
