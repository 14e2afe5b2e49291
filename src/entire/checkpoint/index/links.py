"""The index's links: which commits name which checkpoints, in their messages or in notes.

A commit's message never changes, so each commit is read once: ancestors of known commits are skipped. Which
commits are still on a branch, and in which order, is left to git, which is fast at it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from entire.checkpoint import trailers
from entire.checkpoint.index.rows import chunks, decode_all, fact, remember, rows_of, writing
from entire.checkpoint.linked import MARK
from entire.checkpoint.names import NOTES_REF
from entire.core import files
from entire.core.text import one_line
from entire.core.value import Value
from entire.git import history
from entire.git.errors import GitError
from entire.git.history import LoggedCommit
from entire.git.objects import list_tree
from entire.git.objects.read import Objects
from entire.git.repository import Repository

_NOTES = "notes"
_SHALLOW = "shallow"
_LINKED = "NOT EXISTS (SELECT 1 FROM unlinked u WHERE u.oid = links.oid AND u.checkpoint = links.checkpoint)"
_MOST_KNOWN = 1000  # commits to exclude in one call of git


class Link(Value):
    commit: str
    checkpoint_ids: list[str]


class BriefCommit(Value):
    """What one line shows of a commit."""

    oid: str
    date: str
    subject: str


class LinkedCommit(Value):
    """A linked commit, as lists show it."""

    oid: str
    checkpoint_ids: list[str]
    parents: list[str]
    author: str  # name <email>
    date: str  # author date, RFC 3339 with the author's time zone
    time: int  # author date in seconds since the epoch
    subject: str


def cover(db: sqlite3.Connection, repo: Repository, objects: Objects, tips: Iterable[str]) -> None:
    """Read all commits reachable from ``tips``, and all notes, that were not read yet."""
    _forget_if_deepened(db, repo)
    wanted = list(tips)
    known = {oid for (oid,) in rows_of(db, "SELECT oid FROM covered WHERE oid IN (?)", wanted)}
    new = [oid for oid in wanted if oid not in known]
    if new:
        _read_commits(db, repo, new)
    noted = _read_notes(db, repo, objects)
    if new or noted:
        _complete(db, repo)


def _forget_if_deepened(db: sqlite3.Connection, repo: Repository) -> None:
    """Start over if a shallow clone was deepened."""
    cut = files.read_or_empty(os.path.join(repo.common_dir, "shallow")).decode("ascii", "replace")
    if fact(db, _SHALLOW) != cut:
        with writing(db):
            db.execute("DELETE FROM covered")
            remember(db, _SHALLOW, cut)


def _read_commits(db: sqlite3.Connection, repo: Repository, new: Sequence[str]) -> None:
    newest = "SELECT oid FROM covered ORDER BY number DESC LIMIT ?"
    known = [oid for (oid,) in db.execute(newest, (_MOST_KNOWN,))]
    for some in chunks(history.new_without_notes(repo, new, known, MARK)):
        found = {commit.oid: trailers.checkpoint_ids(commit.message) for commit in some}
        with writing(db):
            _keep(db, [commit for commit in some if found[commit.oid]])
            _link(db, found, noted=False)
    with writing(db):  # last: after an interruption, everything is read again
        db.executemany("INSERT OR IGNORE INTO covered (oid) VALUES (?)", [(oid,) for oid in reversed(new)])


def _read_notes(db: sqlite3.Connection, repo: Repository, objects: Objects) -> bool:
    """Read notes that changed; return whether there were any."""
    tip = objects.commit(NOTES_REF)
    tree = tip.tree if tip is not None else ""
    if fact(db, _NOTES) == tree:
        return False
    try:
        now = {path.replace("/", ""): blob for path, blob in list_tree.blobs(repo, tree)} if tree else {}
    except GitError:  # damaged: what is known stays, until they are repaired
        return False
    now = {oid: blob for oid, blob in now.items() if oid.isalnum() and oid.isascii()}
    before: dict[str, str] = dict(db.execute("SELECT oid, blob FROM notes"))
    new = {oid: blob for oid, blob in now.items() if before.get(oid) != blob}
    texts = zip(new, objects.read_many(new.values()), strict=True)
    notes = {oid: found.data.decode("utf-8", "replace") if found is not None else "" for oid, found in texts}
    gone = [(oid,) for oid in before if oid not in now or oid in new]
    with writing(db):
        db.executemany("DELETE FROM notes WHERE oid = ?", gone)
        db.executemany("DELETE FROM links WHERE noted AND oid = ?", gone)
        db.executemany("DELETE FROM unlinked WHERE oid = ?", gone)
        db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?)", new.items())
        removed = [(oid, id) for oid, text in notes.items() for id in trailers.unlinked_ids("\n" + text)]
        db.executemany("INSERT OR IGNORE INTO unlinked VALUES (?, ?)", removed)
        _link(db, {oid: trailers.checkpoint_ids("\n" + text) for oid, text in notes.items()}, noted=True)
        remember(db, _NOTES, tree)
    return True


def _complete(db: sqlite3.Connection, repo: Repository) -> None:
    """Read what lists show about commits that so far only notes refer to, if they exist now."""
    query = "SELECT DISTINCT oid FROM links WHERE noted AND oid NOT IN (SELECT oid FROM commits)"
    missing = [oid for (oid,) in db.execute(query)]
    for some in chunks(history.log_without_notes(repo, missing)):
        with writing(db):
            _keep(db, some)


def _keep(db: sqlite3.Connection, commits: Iterable[LoggedCommit]) -> None:
    rows = [
        (
            one.oid,
            json.dumps([one.parents, one.author, one.date, one.time, one.subject]),
            one_line(one.date),
            one_line(one.subject),
        )
        for one in commits
    ]
    db.executemany("INSERT OR REPLACE INTO commits VALUES (?, ?, ?, ?)", rows)


def _link(db: sqlite3.Connection, found: Mapping[str, Sequence[str]], *, noted: bool) -> None:
    rows = [(oid, noted, number, id) for oid, ids in found.items() for number, id in enumerate(ids)]
    db.executemany("INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?)", rows)


def linked(db: sqlite3.Connection, ids: Iterable[str] | None = None) -> set[str]:
    """Return commits that name a checkpoint, or one of these, even if they are no longer on a branch."""
    if ids is None:
        return {oid for (oid,) in db.execute(f"SELECT DISTINCT oid FROM links WHERE {_LINKED}")}
    return {
        oid for (oid,) in rows_of(db, f"SELECT oid FROM links WHERE checkpoint IN (?) AND {_LINKED}", ids)
    }


def links_of(db: sqlite3.Connection, commits: Sequence[str]) -> list[Link]:
    """Return the links of these commits, in this order; those in notes follow those in the message."""
    query = f"SELECT oid, checkpoint FROM links WHERE oid IN (?) AND {_LINKED} ORDER BY oid, noted, number"
    found = _together(rows_of(db, query, commits, "links"))
    return [found[oid] for oid in dict.fromkeys(commits) if oid in found]


def all_links(db: sqlite3.Connection) -> dict[str, Link]:
    """Return all links by commit, even of commits that are no longer on a branch."""
    query = f"SELECT oid, checkpoint FROM links WHERE {_LINKED} ORDER BY oid, noted, number"
    return _together(db.execute(query))


def _together(rows: Iterable[tuple[str, str]]) -> dict[str, Link]:
    found: dict[str, Link] = {}
    for oid, id in rows:
        if oid not in found:
            found[oid] = Link(oid, [id])
        elif id not in found[oid].checkpoint_ids:
            found[oid].checkpoint_ids.append(id)
    return found


def facts_of(db: sqlite3.Connection, links: Iterable[Link]) -> list[LinkedCommit]:
    """Return what lists show about the commits of these links."""
    wanted = {link.commit: link for link in links}
    rows: dict[str, list[Any]] = {}
    query = "SELECT oid, document FROM commits WHERE oid IN (?)"
    for some in chunks(rows_of(db, query, wanted, "commits")):
        rows.update(zip((oid for oid, _ in some), decode_all(document for _, document in some), strict=True))
    there = (link for link in wanted.values() if link.commit in rows)
    return [LinkedCommit(link.commit, link.checkpoint_ids, *rows[link.commit]) for link in there]


def briefs_of(db: sqlite3.Connection, commits: Iterable[str]) -> dict[str, BriefCommit]:
    """Return what one line shows of these commits."""
    query = "SELECT oid, date, subject FROM commits WHERE oid IN (?)"
    return {row[0]: BriefCommit(*row) for row in rows_of(db, query, commits, "commits")}
