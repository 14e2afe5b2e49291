"""The index's list of checkpoints: those on our branch and on origin's, with the tree of each.

It is updated by comparing trees: only shards that differ from the last ones are read, however many commits
are in between.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.index.rows import rows_of, writing
from entire.core.pattern import HEX, made_of
from entire.git.objects.read import SMALL, Object, Objects, parse_tree

LOCAL = "local"
ORIGIN = "origin"
_LENGTH = 12  # digits of an id
_SHARD = 2  # of these, the digits that name its folder
_AFTER_DIGITS = "g"
_UNKNOWN = "?"  # a tree that is incomplete in a partial clone: read again next time


def update(db: sqlite3.Connection, objects: Objects, roots: Mapping[str, str]) -> None:
    """Update the list to branches with these trees; an empty id stands for no branch."""
    if _listed(db) == roots:
        return
    with writing(db):
        before = _listed(db)
        for side, root in roots.items():
            if before.get(side) != root:
                _update_side(db, objects, side, root)
        for table in ("overviews", "parts"):
            db.execute(f"DELETE FROM {table} WHERE tree NOT IN (SELECT tree FROM checkpoints)")


def _listed(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT side, tree FROM branches"))


def _update_side(db: sqlite3.Connection, objects: Objects, side: str, root: str) -> None:
    found = objects.read(root, SMALL) if root else None
    now = _shards(found)
    before: dict[str, str] = dict(db.execute("SELECT name, tree FROM shards WHERE side = ?", (side,)))
    differing = list(changes(before, now))
    read = dict(
        zip(differing, objects.read_many((now.get(name, "") for name in differing), SMALL), strict=True)
    )
    for name, tree in read.items():
        query = f"SELECT id, {side} FROM checkpoints WHERE id BETWEEN ? AND ? AND {side} IS NOT NULL"
        ids: dict[str, str] = dict(db.execute(query, (name, name + _AFTER_DIGITS)))
        _list(db, side, changes(ids, _ids(name, tree)))
    db.execute("DELETE FROM checkpoints WHERE tree IS NULL")
    here = [(side, name, now[name]) for name in differing if name in now and read[name] is not None]
    db.executemany("DELETE FROM shards WHERE side = ? AND name = ?", [(side, name) for name in differing])
    db.executemany("INSERT INTO shards VALUES (?, ?, ?)", here)
    whole = (not root or found is not None) and len(here) == sum(name in now for name in differing)
    db.execute("INSERT OR REPLACE INTO branches VALUES (?, ?)", (side, root if whole else _UNKNOWN))


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str | None]:
    """Pure: return what differs now; None for what is gone."""
    return {name: now.get(name) for name in sorted({*before, *now}) if before.get(name) != now.get(name)}


def _list(db: sqlite3.Connection, side: str, changed: Mapping[str, str | None]) -> None:
    """Write changes. A checkpoint that both branches have is taken from ours."""
    into = f"INSERT INTO checkpoints (id, {side}, tree) VALUES (?1, ?2, ?2) ON CONFLICT (id) DO UPDATE SET"
    tree = "coalesce(?2, origin)" if side == LOCAL else "coalesce(local, ?2)"
    db.executemany(f"{into} {side} = ?2, tree = {tree}", changed.items())


def _shards(root: Object | None) -> dict[str, str]:
    names = _folders(root)
    return {name: oid for name, oid in names.items() if made_of(name, HEX, _SHARD, _SHARD)}


def _ids(shard: str, tree: Object | None) -> dict[str, str]:
    """Return the checkpoints of a shard with their trees."""
    folders = _folders(tree)
    return {shard + rest: oid for rest, oid in folders.items() if is_checkpoint_id(shard + rest)}


def _folders(tree: Object | None) -> dict[str, str]:
    entries = parse_tree(tree) if tree is not None and tree.kind == "tree" else {}
    return {name: entry.oid for name, entry in entries.items() if entry.is_tree}


def ids(db: sqlite3.Connection) -> list[str]:
    """Return all checkpoints in this clone, sorted."""
    return [id for (id,) in db.execute("SELECT id FROM checkpoints ORDER BY id")]


def starting(db: sqlite3.Connection, prefix: str) -> list[str]:
    """Return the checkpoints whose ids start with ``prefix``, sorted."""
    if not made_of(prefix, HEX, 1, _LENGTH):
        return []
    query = "SELECT id FROM checkpoints WHERE id BETWEEN ? AND ? ORDER BY id"
    return [id for (id,) in db.execute(query, (prefix, prefix + _AFTER_DIGITS))]


def trees(db: sqlite3.Connection, ids: Iterable[str]) -> dict[str, str]:
    """Return the trees of those checkpoints that exist."""
    query = "SELECT id, tree FROM checkpoints WHERE id IN (?)"
    return dict(rows_of(db, query, filter(is_checkpoint_id, ids), "checkpoints"))


def all_trees(db: sqlite3.Connection) -> dict[str, str]:
    """Return the trees of all checkpoints, sorted by their ids."""
    return dict(db.execute("SELECT id, tree FROM checkpoints ORDER BY id"))


def neighbours(db: sqlite3.Connection, id: str) -> list[str]:
    """Return an id together with the ones before and after it, sorted."""
    [before] = db.execute("SELECT max(id) FROM checkpoints WHERE id < ?", (id,)).fetchone()
    [after] = db.execute("SELECT min(id) FROM checkpoints WHERE id > ?", (id,)).fetchone()
    return [one for one in (before, id, after) if one is not None]
