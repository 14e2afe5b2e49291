"""The tables of the index.

For checkpoints: the trees of the branches and their shards when last listed (`branches`, `shards`), the
checkpoints in them (`checkpoints`), and what was read of each (`overviews`, `parts`, `record_counts`), or
computed from it by the layers above (`derived`, by the tree or by what else it depends on).
What a line of a long list shows is in columns: documents take longer to decode than to print.
For commits: those whose ancestors were all read (`covered`), what was read (`commits`, `links`), and the
notes that were read (`notes`), with the links that they remove (`unlinked`).
"""

from __future__ import annotations

import sqlite3

from entire.checkpoint.index.rows import writing

VERSION = 6  # of the tables and their content: a file of any other version is rebuilt

_TABLES = """
CREATE TABLE branches (side TEXT PRIMARY KEY, tree TEXT NOT NULL);
CREATE TABLE shards (side TEXT, name TEXT, tree TEXT NOT NULL, PRIMARY KEY (side, name));
CREATE TABLE checkpoints (id TEXT PRIMARY KEY, local TEXT, origin TEXT, tree TEXT);
CREATE INDEX checkpoints_by_tree ON checkpoints (tree);
CREATE TABLE overviews (
    tree TEXT PRIMARY KEY, time REAL NOT NULL, document TEXT NOT NULL,
    prompt TEXT NOT NULL, is_task INTEGER NOT NULL, imported INTEGER NOT NULL
);
CREATE TABLE parts (
    tree TEXT, number INTEGER, session TEXT, time REAL NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (tree, number)
);
CREATE INDEX parts_by_session ON parts (session, time);
CREATE TABLE record_counts (blob TEXT PRIMARY KEY, records INTEGER NOT NULL);
CREATE TABLE derived (key TEXT PRIMARY KEY, document TEXT NOT NULL);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE covered (number INTEGER PRIMARY KEY, oid TEXT UNIQUE NOT NULL);
CREATE TABLE commits (
    oid TEXT PRIMARY KEY, document TEXT NOT NULL, date TEXT NOT NULL, subject TEXT NOT NULL
);
CREATE TABLE notes (oid TEXT PRIMARY KEY, blob TEXT NOT NULL);
CREATE TABLE links (
    oid TEXT, noted INTEGER, number INTEGER, checkpoint TEXT NOT NULL, PRIMARY KEY (oid, noted, number)
);
CREATE TABLE unlinked (oid TEXT, checkpoint TEXT, PRIMARY KEY (oid, checkpoint));
CREATE INDEX links_by_checkpoint ON links (checkpoint);
"""


def prepare(db: sqlite3.Connection) -> None:
    """Create the tables if they are missing. Raises DatabaseError for tables of another version."""
    create(db, _TABLES, VERSION)


def create(db: sqlite3.Connection, tables: str, version: int) -> None:
    """The same for any tables."""
    found = version_of(db)
    if found == version:
        return
    if found:
        raise sqlite3.DatabaseError(f"version {found}")
    with writing(db):
        if version_of(db) != version:  # no other process was faster
            for statement in tables.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {version}")


def version_of(db: sqlite3.Connection) -> int:
    """Of the tables in a file; 0 if there are none."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found
