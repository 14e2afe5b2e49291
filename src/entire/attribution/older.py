"""Lines that a commit moved, or that got another layout: blame its parent for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entire.attribution.owner import PERSON, FileLines, Older
from entire.attribution.replay import Replay
from entire.core.errors import EntireError
from entire.git import blame, patch
from entire.git.blame import Blamed
from entire.git.objects.read import Objects
from entire.git.repository import Repository

_MOST_COMMITS = 50  # to compare with their parents
_MOST_RANGES = 500  # with more than that, git is asked about the whole file


def before(
    repo: Repository, objects: Objects, rows: Sequence[Blamed], found: Sequence[tuple[Older, int] | None]
) -> dict[int, Blamed]:
    """Return what `git blame` says about the lines that a parent has, by their places in ``rows``."""
    wanted: dict[tuple[str, str], dict[int, list[int]]] = {}  # commit and path → line there → places
    for place, (row, one) in enumerate(zip(rows, found, strict=True)):
        parent = _parent(objects, row.commit, one[0]) if one is not None else ""
        if one is not None and parent:
            wanted.setdefault((parent, one[0].path), {}).setdefault(one[1], []).append(place)
    moved: dict[int, Blamed] = {}
    for (commit, path), lines in wanted.items():
        for row in _blamed(repo, commit, path, lines):
            moved |= dict.fromkeys(lines.get(row.line, ()), row)
    return moved


def unlinked(
    repo: Repository, objects: Objects, rows: Sequence[Blamed], wanted: Sequence[bool]
) -> list[tuple[Older, int] | None]:
    """Return where the parents have lines of commits that nothing is recorded of.

    Such commits may have formatted or moved the lines of others: we compare them with their parents.
    """
    places = {(row.commit, row.original_path) for row, one in zip(rows, wanted, strict=True) if one}
    pairs = {commit: pair for commit, _ in places if (pair := _trees(objects, commit)) is not None}
    if not pairs or len(pairs) > _MOST_COMMITS:
        return [None] * len(rows)
    paths = {path for commit, path in places if commit in pairs}
    found: dict[tuple[str, str], FileLines] = {}
    for commit, changed in zip(pairs, patch.patches(repo, list(pairs.values()), paths), strict=True):
        replay = Replay()
        replay.apply(changed, PERSON)
        found |= {(commit, file.path): file for file in replay.result(changed).lines.files}
    files = [
        found.get((row.commit, row.original_path)) if one else None
        for row, one in zip(rows, wanted, strict=True)
    ]
    return [
        file.older_of(row.original_line) if file is not None else None
        for row, file in zip(rows, files, strict=True)
    ]


def _trees(objects: Objects, oid: str) -> tuple[str, str] | None:
    """Return the trees of a commit's only parent and of the commit."""
    commit = objects.commit(oid)
    parent = objects.commit(commit.parents[0]) if commit is not None and len(commit.parents) == 1 else None
    return (parent.tree, commit.tree) if commit is not None and parent is not None else None


def _parent(objects: Objects, oid: str, older: Older) -> str:
    """Return the commit's parent, if it still has the file as it was when the lines were recorded."""
    commit = objects.commit(oid)
    parent = objects.commit(commit.parents[0]) if commit is not None and commit.parents else None
    entry = objects.entry(parent.tree, older.path) if parent is not None else None
    return parent.oid if parent is not None and entry is not None and entry.oid == older.blob else ""


def _blamed(repo: Repository, commit: str, path: str, lines: Iterable[int]) -> list[Blamed]:
    ranges: list[list[int]] = []
    for line in sorted(lines):
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    asked = [f"{first},{last}" for first, last in ranges] if len(ranges) <= _MOST_RANGES else []
    try:
        return blame.blame(repo, path, *asked, commit=commit)
    except EntireError:  # the record does not fit
        return []
