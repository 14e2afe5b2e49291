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


def chunks(many: Iterable[T]) -> Iterator[list[T]]:
    left = iter(many)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def rows_of(db: sqlite3.Connection, query: str, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query for any number of keys; the query must have one ``IN (?)``."""
    for some in chunks(keys):
        yield from db.execute(query.replace("(?)", f"({', '.join('?' * len(some))})"), some)


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
    try:
        found: list[Any] = json.loads(document)
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError("unreadable document") from error
    return found
