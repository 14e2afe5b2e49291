"""Asking the index for many rows at once, writing several, and what is in them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")

_AT_ONCE = 500  # keys; any database takes so many


def chunks(many: Iterable[T]) -> Iterator[list[T]]:
    left = iter(many)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def rows_of(db: sqlite3.Connection, query: str, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query for any number of keys; it says ``IN (?)`` once."""
    for some in chunks(keys):
        yield from db.execute(query.replace("(?)", f"({', '.join('?' * len(some))})"), some)


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise
    db.execute("COMMIT")


def decode(document: Any) -> list[Any]:
    """What was kept as JSON. If it is none any more, the file is as bad as one that is no database."""
    try:
        found: list[Any] = json.loads(document)
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError("unreadable document") from error
    return found
