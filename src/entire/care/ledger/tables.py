"""The tables of the ledger: what the checkpoints branch holds, so that `entire du` counts only what is new.

Up to a known tip (`facts`): the commits, parents before children (`commits`); the objects that they add,
each with the first commit that does and its bytes on disk (`objects`), other commits that do (`again`); the
sets of sessions that own them, with sums (`owners`); what metadata says of checkpoints and sessions
(`checkpoints`, `sessions`). Objects that are not in a pack have no size here, and are listed (`unsized`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from entire.checkpoint.index import tables
from entire.checkpoint.index.rows import chunks

FILE = "usage.db"
VERSION = 1  # of the tables, and of how owners are found: a file of any other version is rebuilt

NAMES = ("facts", "commits", "objects", "again", "unsized", "owners", "checkpoints", "sessions")

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE commits (number INTEGER PRIMARY KEY, oid BLOB UNIQUE NOT NULL, parents TEXT NOT NULL);
CREATE TABLE objects (
    oid BLOB PRIMARY KEY, first INTEGER NOT NULL, owners INTEGER NOT NULL, size INTEGER
) WITHOUT ROWID;
CREATE INDEX objects_by_first ON objects (first);
CREATE TABLE again (number INTEGER, oid BLOB, PRIMARY KEY (number, oid)) WITHOUT ROWID;
CREATE INDEX again_by_object ON again (oid);
CREATE TABLE unsized (oid BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE owners (
    number INTEGER PRIMARY KEY, sessions TEXT UNIQUE NOT NULL,
    objects INTEGER NOT NULL, bytes INTEGER NOT NULL
);
CREATE TABLE checkpoints (id TEXT PRIMARY KEY, slots TEXT NOT NULL, sessions TEXT NOT NULL);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, last TEXT NOT NULL, checkpoints INTEGER NOT NULL
)
"""


class Fact:
    """Names in the table `facts`."""

    TIP = "tip"  # of the branch
    PACKS = "packs"  # that the sizes are from
    APART = "apart"  # the user's commits that are known not to reach the branch
    ENDS = "ends"  # see `git.objects.settled`
    WHOLE = "whole"


def prepare(db: sqlite3.Connection) -> None:
    tables.create(db, _TABLES, VERSION)


def clear(db: sqlite3.Connection) -> None:
    for name in NAMES:
        db.execute(f"DELETE FROM {name}")


def keyed(db: sqlite3.Connection, query: str, keys: Iterable[bytes | str | int]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query for any number of keys; the query must have one ``IN (?)``."""
    for some in chunks(keys):
        yield from db.execute(query.replace("(?)", f"({', '.join('?' * len(some))})"), some)
