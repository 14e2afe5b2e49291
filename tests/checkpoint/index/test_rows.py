"""Queries for many keys: what SQLite is asked, and that the answer does not depend on it."""

from __future__ import annotations

import sqlite3

import pytest

from entire.checkpoint.index.rows import rows_of

_QUERY = "SELECT id, tree FROM checkpoints WHERE id IN (?)"
_ROWS = 4000


@pytest.fixture
def db() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE checkpoints (id TEXT PRIMARY KEY, tree TEXT)")
    rows = [(f"{number:04x}", f"tree of {number}") for number in range(_ROWS)]
    db.executemany("INSERT INTO checkpoints VALUES (?, ?)", rows)
    return db


@pytest.mark.parametrize(
    ("number", "statements"),
    [(3, 1), (500, 1), (900, 2 + 1), (1001, 1 + 1), (_ROWS, 1 + 1)],
)
def test_many_keys_of_a_table_are_one_query(db: sqlite3.Connection, number: int, statements: int) -> None:
    """One more asks how many there are."""
    keys = [f"{number:04x}" for number in range(number)]
    asked: list[str] = []
    db.set_trace_callback(asked.append)
    found = list(rows_of(db, _QUERY, [*keys, "unknown"][-number:], "checkpoints"))
    assert len(asked) == statements
    assert sorted(found) == sorted(rows_of(db, _QUERY, keys[1:]))


def test_few_keys_of_a_large_table_are_looked_up(db: sqlite3.Connection) -> None:
    keys = [f"{number:04x}" for number in range(0, _ROWS, 5)]
    asked: list[str] = []
    db.set_trace_callback(asked.append)
    assert len(list(rows_of(db, _QUERY, keys, "checkpoints"))) == len(keys)
    assert all("IN (" in statement for statement in asked if "max" not in statement)
