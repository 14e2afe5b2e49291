"""The index's links: which of the user's commits name which checkpoints, in their messages or in notes.

What a commit says never changes, so each is looked at once: those that lead to what was looked at before are
passed over. Which of them are still on a branch, and in which order, only git can tell, and it tells quickly.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from entire.checkpoint import trailers
from entire.checkpoint.index.rows import chunks, decode, rows_of, writing
from entire.checkpoint.linked import MARK
from entire.core import files
from entire.core.value import Value
from entire.git import history, notes
from entire.git.history import Logged
from entire.git.objects import list_tree
from entire.git.objects.read import Objects
from entire.git.repository import Repository

_NOTES = "notes"
_SHALLOW = "shallow"
_MOST_KNOWN = 1000  # commits that git is told not to go beyond


class Link(Value):
    commit: str
    checkpoint_ids: list[str]


class LinkedCommit(Value):
    """A commit that is linked, as lists show it."""

    oid: str
    checkpoint_ids: list[str]
    parents: list[str]
    author: str  # name <email>
    date: str  # author's, RFC 3339 with the author's own offset
    time: int  # the same in seconds since the epoch
    subject: str


def cover(db: sqlite3.Connection, repo: Repository, objects: Objects, tips: Iterable[str]) -> None:
    """See to it that every commit that leads to one of these was looked at, and every note."""
    _forget_if_deepened(db, repo)
    wanted = list(tips)
    known = {oid for (oid,) in rows_of(db, "SELECT oid FROM covered WHERE oid IN (?)", wanted)}
    new = [oid for oid in wanted if oid not in known]
    if new:
        _look(db, repo, new)
    noted = _look_at_notes(db, repo, objects)
    if new or noted:
        _complete(db, repo)


def _forget_if_deepened(db: sqlite3.Connection, repo: Repository) -> None:
    """A clone that was cut off may reach further back now."""
    cut = (files.read(os.path.join(repo.common_dir, "shallow")) or b"").decode("ascii", "replace")
    if _fact(db, _SHALLOW) != cut:
        with writing(db):
            db.execute("DELETE FROM covered")
            _remember(db, _SHALLOW, cut)


def _look(db: sqlite3.Connection, repo: Repository, new: Sequence[str]) -> None:
    newest = "SELECT oid FROM covered ORDER BY number DESC LIMIT ?"
    known = [oid for (oid,) in db.execute(newest, (_MOST_KNOWN,))]
    for some in chunks(history.new_without_notes(repo, new, known, MARK)):
        found = {commit.oid: trailers.checkpoint_ids(commit.message) for commit in some}
        with writing(db):
            _keep(db, [commit for commit in some if found[commit.oid]])
            _link(db, found, noted=False)
    with writing(db):  # only now: if we do not get here, all is looked at again
        db.executemany("INSERT OR IGNORE INTO covered (oid) VALUES (?)", [(oid,) for oid in reversed(new)])


def _look_at_notes(db: sqlite3.Connection, repo: Repository, objects: Objects) -> bool:
    """Whether there was anything new."""
    tip = objects.commit(notes.NOTES_REF)
    tree = tip.tree if tip is not None else ""
    if _fact(db, _NOTES) == tree:
        return False
    now = {path.replace("/", ""): blob for path, blob in list_tree.blobs(repo, tree)} if tree else {}
    now = {oid: blob for oid, blob in now.items() if oid.isalnum() and oid.isascii()}
    before: dict[str, str] = dict(db.execute("SELECT oid, blob FROM notes"))
    new = {oid: blob for oid, blob in now.items() if before.get(oid) != blob}
    texts = zip(new, objects.read_many(new.values()), strict=True)
    said = {oid: found.data.decode("utf-8", "replace") if found is not None else "" for oid, found in texts}
    gone = [(oid,) for oid in before if oid not in now or oid in new]
    with writing(db):
        db.executemany("DELETE FROM notes WHERE oid = ?", gone)
        db.executemany("DELETE FROM links WHERE noted AND oid = ?", gone)
        db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", new.items())
        _link(db, {oid: trailers.checkpoint_ids("\n" + text) for oid, text in said.items()}, noted=True)
        _remember(db, _NOTES, tree)
    return True


def _complete(db: sqlite3.Connection, repo: Repository) -> None:
    """Commits that only notes speak of: what else lists show of them, if they are here by now."""
    query = "SELECT DISTINCT oid FROM links WHERE noted AND oid NOT IN (SELECT oid FROM commits)"
    missing = [oid for (oid,) in db.execute(query)]
    for some in chunks(history.log_without_notes(repo, missing)):
        with writing(db):
            _keep(db, some)


def _keep(db: sqlite3.Connection, commits: Iterable[Logged]) -> None:
    rows = [
        (one.oid, json.dumps([one.parents, one.author, one.date, one.time, one.subject])) for one in commits
    ]
    db.executemany("INSERT OR REPLACE INTO commits VALUES (?, ?)", rows)


def _link(db: sqlite3.Connection, found: Mapping[str, Sequence[str]], *, noted: bool) -> None:
    rows = [(oid, noted, number, id) for oid, ids in found.items() for number, id in enumerate(ids)]
    db.executemany("INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?)", rows)


def _fact(db: sqlite3.Connection, name: str) -> str:
    found = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found is not None else ""


def _remember(db: sqlite3.Connection, name: str, value: str) -> None:
    db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def linked(db: sqlite3.Connection, ids: Iterable[str] | None = None) -> set[str]:
    """Commits that name a checkpoint, or one of these; whether or not any branch still has them."""
    if ids is None:
        return {oid for (oid,) in db.execute("SELECT DISTINCT oid FROM links")}
    return {oid for (oid,) in rows_of(db, "SELECT oid FROM links WHERE checkpoint IN (?)", ids)}


def links_of(db: sqlite3.Connection, commits: Sequence[str]) -> list[Link]:
    """In the same order. A note's links follow those of the message."""
    found: dict[str, dict[str, None]] = {oid: {} for oid in commits}
    query = "SELECT oid, checkpoint FROM links WHERE oid IN (?) ORDER BY oid, noted, number"
    for oid, id in rows_of(db, query, found):
        found[oid][id] = None
    return [Link(oid, list(ids)) for oid, ids in found.items() if ids]


def facts_of(db: sqlite3.Connection, links: Iterable[Link]) -> list[LinkedCommit]:
    """What lists show of the commits of these links."""
    wanted = {link.commit: link for link in links}
    rows = dict(rows_of(db, "SELECT oid, document FROM commits WHERE oid IN (?)", wanted))
    there = (link for link in wanted.values() if link.commit in rows)
    return [LinkedCommit(link.commit, link.checkpoint_ids, *decode(rows[link.commit])) for link in there]
