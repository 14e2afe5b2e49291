"""Lines that a commit moved, or that got another layout: blame its parent for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entire.attribution.owner import Older
from entire.core.errors import EntireError
from entire.git import blame
from entire.git.blame import Blamed
from entire.git.objects.read import Objects
from entire.git.repository import Repository


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


def _parent(objects: Objects, oid: str, older: Older) -> str:
    """Return the commit's parent, if it still has the file as it was when the lines were recorded."""
    commit = objects.commit(oid)
    parent = objects.commit(commit.parents[0]) if commit is not None and commit.parents else None
    entry = objects.entry(parent.tree, older.path) if parent is not None else None
    return parent.oid if parent is not None and entry is not None and entry.oid == older.blob else ""


def _blamed(repo: Repository, commit: str, path: str, lines: Iterable[int]) -> list[Blamed]:
    try:
        return blame.blame(repo, path, *(f"{line},{line}" for line in sorted(lines)), commit=commit)
    except EntireError:  # the record does not fit
        return []
