"""Disk usage by what is kept from the last time, in a file of the index; from scratch where it cannot help.

It is a cache for `entire du`. Commands that delete do not use it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from entire.care import usage
from entire.care.ledger import look, tables
from entire.care.ledger import update as updating
from entire.care.ledger.tables import Fact
from entire.care.ledger.update import NotKnown
from entire.care.usage import Usage
from entire.checkpoint.index.file import Database
from entire.checkpoint.index.rows import fact
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.git.errors import GitError
from entire.git.objects import promised, since, store
from entire.git.objects.read import Objects
from entire.git.objects.store import Loose, ObjectStore
from entire.git.repository import Repository

T = TypeVar("T")


class Ledger:
    """The open ledger; ``progress`` is called while much is read."""

    def __init__(self, repo: Repository, objects: Objects, progress: Callable[[str, int], None]) -> None:
        self._repo = repo
        self._objects = objects
        self._progress = progress
        self._database = Database(repo, tables.FILE, tables.prepare)
        self._packs = ""  # that the ledger is up to date with

    def close(self) -> None:
        self._database.close()

    def measure(self) -> Usage:
        """Return the same as `usage.measure`."""
        return self._known(self._count) or usage.measure(self._repo, self._objects, self._progress)

    def unreachable(self, stored: ObjectStore) -> list[Loose]:
        """Return the same as `store.unreachable`, once it was measured."""

        def look_up(db: sqlite3.Connection) -> list[Loose]:
            return updating.unreachable(db, self._repo, self._packs, stored)

        gone = self._known(look_up) if self._packs else None
        return store.unreachable(self._repo) if gone is None else gone

    def _known(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            return self._database.run(work)
        except (sqlite3.Error, NotKnown, GitError):
            return None

    def _count(self, db: sqlite3.Connection) -> Usage:
        found, theirs = usage.refs_of(self._repo)
        tip = next((ref.tip for ref in found if ref.name == CHECKPOINTS_REF), "")
        packs = store.packs(self._repo)
        nothing_kept = self._database.in_memory and not fact(db, Fact.TIP)
        usual = since.is_usual(self._repo) and not promised.promisor(self._repo)
        if not tip or not packs or nothing_kept or not usual:
            raise NotKnown
        self._progress("commits", 0)
        updating.update(db, self._repo, self._objects, tip, packs, self._progress)
        self._packs = packs
        look.check_apart(db, self._repo, theirs)
        with _reading(db):
            if fact(db, Fact.TIP) != tip or fact(db, Fact.PACKS) != packs:
                raise NotKnown  # another process was faster
            return look.count(db, self._repo, self._objects, found, theirs, tip, self._progress)


@contextmanager
def _reading(db: sqlite3.Connection) -> Iterator[None]:
    """Read one state of the file."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()
