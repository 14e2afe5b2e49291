"""Add objects to the ledger, and their sizes."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from entire.care.ledger.tables import keyed
from entire.git.objects import store
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.care.owners import Owners

_MANY = 10_000  # sizes written together


class Sets:
    """Sets of sessions, each with its number in the table `owners`."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.of: dict[int, Owners] = {}
        self._numbers: dict[Owners, int] = {}
        for number, sessions in db.execute("SELECT number, sessions FROM owners"):
            self._learn(number, frozenset(sessions.split("\n") if sessions else ()))

    def _learn(self, number: int, sessions: Owners) -> None:
        self.of[number] = sessions
        self._numbers[sessions] = number

    def number(self, sessions: Owners) -> int:
        known = self._numbers.get(sessions)
        if known is None:
            known = len(self._numbers)
            row = (known, "\n".join(sorted(sessions)))
            self._db.execute("INSERT INTO owners VALUES (?, ?, 0, 0)", row)
            self._learn(known, sessions)
        return known


def add(
    db: sqlite3.Connection, sets: Sets, added: Iterable[tuple[str, int, Owners]], beside: Collection[int]
) -> list[bytes]:
    """Record objects, the number of the commit that adds each, and its owners; return those that are new.

    ``beside``: commits that are not descendants of all before them. Of the other commits that add the same
    object only these count: whatever reaches one of the rest reaches the first one, too.
    """
    found: dict[bytes, tuple[int, Owners]] = {}
    others: list[tuple[int, bytes]] = []

    def join(oid: bytes, number: int, owners: Owners, before: tuple[int, Owners]) -> tuple[int, Owners]:
        first, last = sorted((number, before[0]))
        if first != last and last in beside:
            others.append((last, oid))
        return first, owners | before[1]

    for name, number, owners in added:
        oid = bytes.fromhex(name)
        before = found.get(oid)
        found[oid] = (number, owners) if before is None else join(oid, number, owners, before)
    query = "SELECT oid, first, owners, size FROM objects WHERE oid IN (?)"
    for oid, first, known, size in list(keyed(db, query, list(found))):
        now, owners = join(oid, *found.pop(oid), (first, sets.of[known]))
        number = sets.number(owners)
        if (now, number) != (first, known):
            db.execute("UPDATE objects SET first = ?, owners = ? WHERE oid = ?", (now, number, oid))
        if number != known and size is not None:
            _count(db, {known: (-1, -size), number: (1, size)})
    rows = ((oid, first, sets.number(owners)) for oid, (first, owners) in sorted(found.items()))
    db.executemany("INSERT INTO objects VALUES (?, ?, ?, NULL)", rows)
    db.executemany("INSERT OR IGNORE INTO again VALUES (?, ?)", others)
    return list(found)


def _count(db: sqlite3.Connection, changes: dict[int, tuple[int, int]]) -> None:
    rows = ((objects, size, number) for number, (objects, size) in changes.items())
    db.executemany("UPDATE owners SET objects = objects + ?, bytes = bytes + ? WHERE number = ?", rows)


def measure(db: sqlite3.Connection, repo: Repository, oids: Iterable[bytes]) -> None:
    """Store the sizes of those that are packed only; the rest can change, and is asked for each time."""
    ids = list(oids)
    loose = {one.oid for one in store.loose_objects(repo)} if ids else set()
    sizes = store.disk_sizes(repo, (oid.hex() for oid in ids))
    for some in _portions(zip(ids, sizes, strict=True)):
        packed = [(size, oid) for oid, size in some if size is not None and oid.hex() not in loose]
        db.executemany("UPDATE objects SET size = ? WHERE oid = ?", packed)
        there = {oid for _, oid in packed}
        rest = [(oid,) for oid, _ in some if oid not in there]
        db.executemany("INSERT OR IGNORE INTO unsized VALUES (?)", rest)


def sum_up(db: sqlite3.Connection) -> None:
    """Count everything again."""
    db.execute("UPDATE owners SET objects = 0, bytes = 0")
    query = "SELECT owners, count(*), sum(size) FROM objects WHERE size IS NOT NULL GROUP BY owners"
    _count(db, {number: (objects, size) for number, objects, size in db.execute(query).fetchall()})


def add_up(db: sqlite3.Connection, oids: Iterable[bytes]) -> None:
    """Count objects whose sizes were just stored."""
    changes: dict[int, tuple[int, int]] = {}
    query = "SELECT owners, size FROM objects WHERE size IS NOT NULL AND oid IN (?)"
    for number, size in keyed(db, query, oids):
        objects, total = changes.get(number, (0, 0))
        changes[number] = (objects + 1, total + size)
    _count(db, changes)


def _portions(rows: Iterable[tuple[bytes, int | None]]) -> Iterator[list[tuple[bytes, int | None]]]:
    some: list[tuple[bytes, int | None]] = []
    for row in rows:
        some.append(row)
        if len(some) == _MANY:
            yield some
            some = []
    if some:
        yield some
