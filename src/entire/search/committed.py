"""Bring the database of committed checkpoints up to date, by what is new since the last time."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from entire.checkpoint.committed.listing import list_authors
from entire.checkpoint.contents import fetch_descriptions
from entire.checkpoint.index.file import Database
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.rows import fact, remember, rows_of, writing
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.overview import read_ahead, seconds
from entire.core.value import Value
from entire.git.objects import promised
from entire.git.objects.read import Commit
from entire.search import links, stored
from entire.search.database import PartRow, Writer, forget
from entire.search.stored import Segments

Progress = Callable[[str, int], None]

_ROOTS = "roots"
_TIPS = "tips"  # of the branch, up to which authors are known
_PARTLY = "~"  # before the tree of a checkpoint that is not all in this clone
_AHEAD = 64  # checkpoints whose metadata is read together
_AT_ONCE = 8_000_000  # characters per transaction


class Change(Value):
    """What differs between the database and the repository."""

    gone: list[str]
    changed: list[str]
    new: list[str]


def compare(before: dict[str, str], now: dict[str, str]) -> Change:
    """Pure: both are trees by checkpoint."""
    return Change(
        [id for id in before if id not in now],
        [id for id, tree in now.items() if id in before and before[id] != tree],
        [id for id in now if id not in before],
    )


def update(database: Database, index: Index, progress: Progress) -> None:
    """Add what is new. If a checkpoint is gone, everything is rebuilt: its words must not stay."""
    roots = _roots(index)
    if database.run(lambda db: fact(db, _ROOTS)) != roots:
        now = index.all_trees()
        change = database.run(lambda db: compare(_known(db), now))
        if change.gone:
            database.renew()
        database.run(lambda db: _add(db, index, now, progress))
        database.run(lambda db: _remember(db, _ROOTS, roots))
    links.update(database, index, roots)


def has_checkpoints(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM checkpoints LIMIT 1").fetchone() is not None


def _known(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT id, tree FROM checkpoints"))


def _remember(db: sqlite3.Connection, name: str, value: str) -> None:
    with writing(db):
        remember(db, name, value)


def _tips(index: Index) -> list[Commit]:
    tips = (index.objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
    return [tip for tip in tips if tip is not None]


def _roots(index: Index) -> str:
    found = [tip.tree for tip in _tips(index)]
    if promised.promisor(index.repo):  # what it lacks may have been fetched since
        with suppress(OSError):
            packs = os.path.join(index.repo.common_dir, "objects", "pack")
            found.append(str(os.stat(packs).st_mtime_ns))
    return " ".join(found)


def _add(db: sqlite3.Connection, index: Index, now: dict[str, str], progress: Progress) -> None:
    change = compare(_known(db), now)
    wanted = [*change.changed, *change.new]
    authors = _authors(db, index, wanted)
    writer, segments = Writer(db), Segments(index.objects)
    fetch_descriptions(index.repo, index.objects, [now[id] for id in wanted])
    done, partial = 0, bool(promised.promisor(index.repo))
    for some in _portions(wanted, _AHEAD):
        ahead = read_ahead(index.repo, index.objects, (now[id] for id in some))
        if partial:  # git would try to fetch what is missing; this one knows it
            segments.objects = ahead.batch
        left = list(some)
        while left:
            start = writer.size
            with writing(db):
                while left and writer.size - start < _AT_ONCE:
                    id = left[0]
                    forget(db, id)
                    parts = stored.read(ahead.batch, segments, id, now[id])
                    whole = _write(writer, parts, id, now[id], authors.get(id, "")) and now[id] in ahead.whole
                    tree = now[id] if whole else _PARTLY + now[id]
                    db.execute("INSERT INTO checkpoints VALUES (?, ?)", (id, tree))
                    left.pop(0)
                    done += 1
                    progress(f"of {len(wanted):,} checkpoints", done)
    if not partial:
        _remember(db, _TIPS, " ".join(tip.oid for tip in _tips(index)))
    if change.changed:
        links.forget(db)


def _portions(ids: list[str], size: int) -> Iterator[list[str]]:
    return (ids[at : at + size] for at in range(0, len(ids), size))


def _write(writer: Writer, parts: Iterable[stored.StoredPart], id: str, tree: str, author: str) -> bool:
    """Write the parts of a checkpoint; return whether all of it is in this clone."""
    whole = True
    for part in parts:
        metadata = part.metadata
        whole = whole and part.whole
        row = PartRow(
            id,
            tree,
            part.number,
            metadata.session_id,
            metadata.agent,
            metadata.model,
            metadata.branch,
            seconds(metadata.created_at),
            author,
            part.start.skip,
            part.start.position,
            metadata.files_touched,
        )
        writer.part(row, part.docs)
    return whole


def _authors(db: sqlite3.Connection, index: Index, wanted: Iterable[str]) -> dict[str, str]:
    """Return who wrote each checkpoint, by the commits of the branch; those that were read are known."""
    query = "SELECT checkpoint, author FROM parts WHERE checkpoint IN (?) AND author <> ''"
    found = dict(rows_of(db, query, wanted))
    return list_authors(index.repo, [tip.oid for tip in _tips(index)], fact(db, _TIPS).split()) | found
