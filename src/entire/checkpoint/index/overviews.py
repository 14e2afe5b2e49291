"""The index's overview of each checkpoint: read once, and stored under the id of the checkpoint's tree.

A tree never changes, so an overview can be missing, but not outdated. Text is stored as JSON in plain ASCII:
a branch can contain anything, even what SQLite does not accept as text (I6).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from entire.checkpoint import overview
from entire.checkpoint.index.rows import chunks, decode, decode_all, rows_of, writing
from entire.checkpoint.overview import Overview, Part, seconds
from entire.core.paths import valid_session_id
from entire.core.text import first_prompt, split_prompts
from entire.core.value import Value
from entire.git.objects.read import Objects
from entire.git.repository import Repository

Progress = Callable[[str, int], None]  # what is read, and how many so far


class SessionPart(Value):
    """A session's part of a checkpoint."""

    checkpoint_id: str
    part: Part


class RecordedSession(Value):
    """A session and its parts of checkpoints."""

    session_id: str
    first: SessionPart
    last: SessionPart


def unread(db: sqlite3.Connection, ids: Iterable[str] | None, again: Collection[str]) -> dict[str, str]:
    """Return checkpoints that were not read yet, by tree. With ``ids``, only these, and ``again`` too."""
    query = "SELECT tree, id, time FROM checkpoints LEFT JOIN overviews USING (tree) WHERE"
    if ids is None:
        return {tree: id for tree, id, _ in db.execute(f"{query} time IS NULL")}
    if not again and not db.execute(f"{query} time IS NULL LIMIT 1").fetchone():
        return {}
    found = rows_of(db, f"{query} id IN (?)", ids)
    return {tree: id for tree, id, time in found if time is None or tree in again}


def describe(
    db: sqlite3.Connection, repo: Repository, objects: Objects, trees: Mapping[str, str], progress: Progress
) -> dict[str, Overview]:
    """Read the checkpoints in these trees and store the complete ones; return the others."""
    partly: dict[str, Overview] = {}
    done = 0
    for some in chunks(trees.items()):
        ahead = overview.read_ahead(repo, objects, (tree for tree, _ in some))
        found = {tree: overview.read(ahead.batch, id, tree) for tree, id in some}
        keep(db, {tree: one for tree, one in found.items() if tree in ahead.whole})
        partly |= {tree: one for tree, one in found.items() if tree not in ahead.whole}
        done += len(some)
        progress("checkpoints", done)
    return partly


def keep(db: sqlite3.Connection, found: Mapping[str, Overview]) -> None:
    of_all = [
        (
            tree,
            seconds(one.created_at),
            json.dumps([one.files, one.tokens, _own_prompts(one)]),
            first_prompt(split_prompts(one.prompts)),
            any(part.is_task for part in one.parts),
            one.is_imported,
        )
        for tree, one in found.items()
    ]
    of_parts = [
        (tree, number, _session(part), seconds(part.created_at), json.dumps(part))
        for tree, one in found.items()
        for number, part in enumerate(one.parts)
    ]
    with writing(db):
        db.executemany("INSERT OR REPLACE INTO overviews VALUES (?, ?, ?, ?, ?, ?)", of_all)
        db.executemany("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)", of_parts)


def _own_prompts(one: Overview) -> str | None:
    """Return a checkpoint's prompts; None if they are those of its last session, as is usual."""
    return None if one.parts and one.parts[-1].prompts == one.prompts else one.prompts


def _session(part: Part) -> str | None:
    """Return the session's id; None if it is invalid: it is shown, but cannot be looked up (I6)."""
    return part.session_id if valid_session_id(part.session_id) else None


def kept(db: sqlite3.Connection, ids: Sequence[str]) -> list[Overview]:
    """Return those of the checkpoints that were read, in this order."""
    trees = dict(rows_of(db, "SELECT id, tree FROM checkpoints WHERE id IN (?)", ids, "checkpoints"))
    query = "SELECT tree, document FROM {} WHERE tree IN (?) {}"
    rows = rows_of(db, query.format("overviews", ""), trees.values(), "overviews")
    known = dict(_documents(rows))
    parts: dict[str, list[Part]] = {tree: [] for tree in known}
    rows = rows_of(db, query.format("parts", "ORDER BY tree, number"), known, "overviews")
    for tree, document in _documents(rows):
        parts[tree].append(Part(*document))
    found = []
    for id in ids:
        tree = trees.get(id, "")
        if tree in known:
            files, tokens, own = known[tree]
            of_one = parts[tree]
            found.append(Overview(id, files, tokens, of_one[-1].prompts if own is None else own, of_one))
    return found


def briefs(db: sqlite3.Connection, ids: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return what one line shows of them: the id, the first prompt, whether it is a task, or imported."""
    query = (
        "SELECT id, prompt, is_task, imported FROM checkpoints JOIN overviews USING (tree) WHERE id IN (?)"
    )
    known: dict[str, tuple[Any, ...]] = {row[0]: row for row in rows_of(db, query, ids, "checkpoints")}
    return [known[id] for id in ids if id in known]


def _documents(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str, list[Any]]]:
    """Yield rows of a key and a document with the document decoded."""
    for some in chunks(rows):
        yield from zip((key for key, _ in some), decode_all(document for _, document in some), strict=True)


def by_time(db: sqlite3.Connection, side: str) -> list[str]:
    """Return all checkpoints, newest first, then those that this branch lacks."""
    query = "SELECT id FROM checkpoints LEFT JOIN overviews USING (tree)"
    order = f"{side} IS NULL, CASE WHEN {side} IS NULL THEN 0 ELSE time END DESC, id"
    return [id for (id,) in db.execute(f"{query} ORDER BY {order}")]


_DONE = "SELECT session, id, parts.document FROM parts JOIN checkpoints USING (tree)"
_OLDEST_FIRST = "parts.time, local IS NULL, id, number"


def traced(db: sqlite3.Connection, except_for: Collection[str]) -> list[RecordedSession]:
    """Return every session that has a checkpoint, except for these."""
    known = db.execute("SELECT DISTINCT session FROM parts WHERE session IS NOT NULL")
    wanted = [session for (session,) in known if session not in except_for]
    rows = rows_of(db, f"{_DONE} WHERE session IN (?) ORDER BY session, {_OLDEST_FIRST}", wanted)
    found = []
    for session, group in groupby(rows, key=lambda row: str(row[0])):
        first, *others = ((id, document) for _, id, document in group)
        last = others[-1] if others else first
        found.append(RecordedSession(session, _done(*first), _done(*last)))
    return found


def first_checkpoints(db: sqlite3.Connection, sessions: Iterable[str]) -> dict[str, str]:
    """Return the first checkpoint of each of these sessions."""
    query = f"{_DONE} WHERE session IN (?) ORDER BY session, {_OLDEST_FIRST}"
    found: dict[str, str] = {}
    for session, id, _ in rows_of(db, query, sessions):
        found.setdefault(session, id)
    return found


def parts_of_sessions(db: sqlite3.Connection, sessions: Iterable[str]) -> dict[str, list[SessionPart]]:
    """Return the parts of these sessions, oldest first."""
    found: dict[str, list[SessionPart]] = {}
    query = f"{_DONE} WHERE session IN (?) ORDER BY session, {_OLDEST_FIRST}"
    for some in chunks(rows_of(db, query, sessions)):
        for (session, id, _), document in zip(some, decode_all(row[2] for row in some), strict=True):
            found.setdefault(session, []).append(SessionPart(id, Part(*document)))
    return found


def parts_of_session(db: sqlite3.Connection, session_id: str) -> list[SessionPart]:
    """Return a session's parts of checkpoints, oldest first."""
    if not valid_session_id(session_id):
        return []
    rows = db.execute(f"{_DONE} WHERE session = ? ORDER BY {_OLDEST_FIRST}", (session_id,))
    return [_done(id, document) for _, id, document in rows]


def _done(id: str, document: str) -> SessionPart:
    return SessionPart(id, Part(*decode(document)))


def record_counts(db: sqlite3.Connection, blobs: Iterable[str]) -> dict[str, int]:
    """Return the number of records of transcript segments that were counted."""
    return dict(rows_of(db, "SELECT blob, records FROM record_counts WHERE blob IN (?)", blobs))


def keep_record_counts(db: sqlite3.Connection, counts: Mapping[str, int]) -> None:
    with writing(db):
        db.executemany("INSERT OR REPLACE INTO record_counts VALUES (?, ?)", counts.items())


def derived(db: sqlite3.Connection, keys: Iterable[str]) -> dict[str, str]:
    """Return what was computed before, by key."""
    return dict(rows_of(db, "SELECT key, document FROM derived WHERE key IN (?)", keys))


def keep_derived(db: sqlite3.Connection, documents: Mapping[str, str]) -> None:
    with writing(db):
        db.executemany("INSERT OR REPLACE INTO derived VALUES (?, ?)", documents.items())
