"""Query the index for many keys, write in transactions, and decode stored documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")

_AT_ONCE = 500  # keys per query, which any SQLite accepts
_FASTER = 4  # so many rows in order take as long as one by its key


def chunks(many: Iterable[T]) -> Iterator[list[T]]:
    left = iter(many)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def rows_of(
    db: sqlite3.Connection, query: str, keys: Iterable[str], table: str = ""
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query for any number of keys; the query must have one ``IN (?)``.

    ``table``: has a row for each key, which is the first column. If many of its rows are wanted, it is read
    from beginning to end, which takes a fifth of the time.
    """
    if table:
        wanted = dict.fromkeys(keys)
        if _are_many(db, len(wanted), table):
            everything = db.execute(query.replace("IN (?)", "IS NOT NULL"))
            yield from (row for row in everything if row[0] in wanted)
            return
        keys = wanted
    for some in chunks(keys):
        yield from db.execute(query.replace("(?)", f"({', '.join('?' * len(some))})"), some)


def _are_many(db: sqlite3.Connection, number: int, table: str) -> bool:
    if number <= _AT_ONCE:
        return False
    [last] = db.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    return number * _FASTER > (last or 0)


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """Write in one transaction: all or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise
    db.execute("COMMIT")


def decode(document: Any) -> list[Any]:
    """Decode stored JSON. If it is not valid, the file is damaged: raises DatabaseError."""
    return decode_all([document])[0]


def decode_all(documents: Iterable[Any]) -> list[list[Any]]:
    """Decode many at once: a call of the decoder costs more than a short document."""
    texts = list(documents)
    try:
        found: list[list[Any]] = json.loads(f"[{','.join(texts)}]")
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError("unreadable document") from error
    if len(found) != len(texts):
        raise sqlite3.DatabaseError("unreadable document")
    return found


def fact(db: sqlite3.Connection, name: str) -> str:
    """Return what was remembered in the table `facts`; empty if nothing was."""
    found = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found is not None else ""


def remember(db: sqlite3.Connection, name: str, value: str) -> None:
    db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))
