"""The commits that are linked to checkpoints, and their subjects to search in."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Mapping

from entire.checkpoint.index.file import Database
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import Link
from entire.checkpoint.index.rows import fact, remember, rows_of, writing
from entire.checkpoint.linked import EVERYWHERE
from entire.checkpoint.names import NOTES_REF
from entire.core.value import Value
from entire.git.objects import since, walk
from entire.search.database import Writer, shrink
from entire.search.stored import Doc
from entire.search.tables import COMMIT, COMMITS
from entire.search.words import clean

_LINKS = "links"
_TIPS = "tips of commits"

Numbers = dict[tuple[str, str], int]  # by commit and checkpoint: its place among all, oldest first


class _State(Value):
    """What the links depend on."""

    tips: list[str]  # of all branches
    notes: str  # the commit
    roots: str  # the trees of the checkpoints branches

    @property
    def digest(self) -> str:
        text = "\n".join([self.roots, self.notes, *self.tips])
        return hashlib.sha256(text.encode()).hexdigest()


def update(database: Database, index: Index, roots: str) -> None:
    """Bring links up to date with the branches, the notes, and the checkpoints that were read."""
    notes = index.objects.commit(NOTES_REF)
    tips = sorted(walk.tips(index.repo, *EVERYWHERE))
    now = _State(tips, notes.oid if notes is not None else "", roots)
    if database.run(lambda db: fact(db, _LINKS)) == now.digest:
        return
    if not database.run(lambda db: _add(db, index, now)):
        database.run(lambda db: _compare(db, index))
    database.run(lambda db: _remember(db, now))
    database.run(shrink)


def is_complete(db: sqlite3.Connection) -> bool:
    """Whether `update` has ever come to its end."""
    return db.execute("SELECT 1 FROM facts WHERE name = ?", (_LINKS,)).fetchone() is not None


def forget(db: sqlite3.Connection) -> None:
    """Let the next update compare everything: documents of checkpoints were replaced."""
    with writing(db):
        remember(db, _LINKS, "")
        remember(db, _TIPS, "")


def _remember(db: sqlite3.Connection, now: _State) -> None:
    with writing(db):
        remember(db, _LINKS, now.digest)
        remember(db, _TIPS, "\n".join([now.notes, *now.tips]))


def _add(db: sqlite3.Connection, index: Index, now: _State) -> bool:
    """Add the links of new commits, if nothing else can have changed; return whether that was so.

    That is: no commit is gone, the notes are the same, and no checkpoint that waits for its commit was read.
    A checkpoint with an older commit needs to know which is the newer one.
    """
    notes, *before = fact(db, _TIPS).split("\n")
    new = since.gained(index.repo, before, now.tips) if notes == now.notes else None
    if new is None:
        return False
    links = index.links_of(new, now.tips)
    ids = {id for link in links for id in link.checkpoint_ids}
    unlinked = "SELECT id FROM checkpoints WHERE id NOT IN (SELECT checkpoint FROM commits)"
    waiting = {id for (id,) in db.execute(unlinked)}
    if not ids <= waiting or index.is_linked(waiting - ids):
        return False
    [last] = db.execute("SELECT coalesce(max(number), -1) FROM commits").fetchone()
    parts = dict(rows_of(db, f"{_PARTS} WHERE checkpoint IN (?) GROUP BY checkpoint", ids))
    with writing(db):
        _write(db, index, links, _numbers(links, parts, last + 1), {}, parts)
    return True


_PARTS = "SELECT checkpoint, max(id) FROM parts"


def _compare(db: sqlite3.Connection, index: Index) -> None:
    """Compare all links with those that were written."""
    parts = dict(db.execute(f"{_PARTS} GROUP BY checkpoint"))
    links = index.links()
    now = _numbers(links, parts, 0)
    rows = db.execute("SELECT oid, checkpoint, number FROM commits")
    before = {(oid, id): number for oid, id, number in rows}
    with writing(db):
        for oid, id in before.keys() - now.keys():
            db.execute(
                "DELETE FROM docs WHERE name = ? AND part = ? AND kind = ?", (oid, parts.get(id), COMMIT)
            )
            db.execute("DELETE FROM commits WHERE oid = ? AND checkpoint = ?", (oid, id))
        _write(db, index, links, now, before, parts)


def _numbers(links: list[Link], parts: Collection[str], first: int) -> Numbers:
    return {
        (link.commit, id): number
        for number, link in enumerate(reversed(links), first)
        for id in link.checkpoint_ids
        if id in parts
    }


def _write(
    db: sqlite3.Connection,
    index: Index,
    links: list[Link],
    now: Numbers,
    before: Numbers,
    parts: Mapping[str, int],
) -> None:
    new = {oid for oid, _ in now.keys() - before.keys()}
    commits = {one.oid: one for one in index.commits([link for link in links if link.commit in new])}
    writer = Writer(db)
    for (oid, id), number in now.items():
        if before.get((oid, id)) == number:
            continue
        if (oid, id) in before:
            query = "UPDATE commits SET number = ? WHERE oid = ? AND checkpoint = ?"
            db.execute(query, (number, oid, id))
            continue
        commit = commits.get(oid)
        if commit is None:  # gone in the meantime
            continue
        row = (oid, id, clean(commit.author), commit.date, clean(commit.subject), number)
        db.execute("INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?)", row)
        writer.doc(parts[id], Doc(COMMIT, 0, oid, commit.time, {COMMITS: commit.subject}))
