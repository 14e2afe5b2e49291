"""OpenCode's database: `session`, `message` and `part`, the last two with a JSON text in `data`.

A hook reads what is new in less than 10 ms, in a session of 11 MB; the client's `export` command takes 2 s of
processor time for a small one, because it starts the whole client. It is read by CPython's own module: the
`sqlite3` package would also import `datetime`.
"""

from __future__ import annotations

import _sqlite3
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

Error = _sqlite3.Error
_PATIENCE = 1.0  # seconds to wait while the client writes
_MOST_CHILDREN = 1000


class Database:
    """One connection, to be closed. All may raise `Error`: the file can be busy, or of another version."""

    def __init__(self, path: str, *, change: bool = False) -> None:
        name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        mode = "rw" if change else "ro"
        self._connection: Any = _sqlite3.connect(f"file:{name}?mode={mode}", timeout=_PATIENCE, uri=True)

    def close(self) -> None:
        self._connection.close()

    def session(self, session_id: str) -> dict[str, Any] | None:
        """What the client's export says of a session, as far as its import needs it."""
        keys = ("id", "slug", "project_id", "directory", "title", "version", "time_created", "time_updated")
        query = f"select {', '.join(keys)} from session where id = ?"
        row = self._connection.execute(query, (session_id,)).fetchone()
        if row is None:
            return None
        about = {
            key: value if isinstance(value, str | int) else "" for key, value in zip(keys, row, strict=True)
        }
        times = {"created": about.pop("time_created"), "updated": about.pop("time_updated")}
        return {"projectID" if key == "project_id" else key: value for key, value in about.items()} | {
            "time": times
        }

    def children(self, session_id: str) -> list[str]:
        """The sessions of its subagents."""
        query = "select id from session where parent_id = ? limit ?"
        found = (row[0] for row in self._connection.execute(query, (session_id, _MOST_CHILDREN)))
        return [id for id in found if isinstance(id, str)]

    def time_of(self, session_id: str, message_id: str) -> int | None:
        """Return when a message was created, or None if the session does not have it."""
        query = "select time_created from message where id = ? and session_id = ?"
        row = self._connection.execute(query, (message_id, session_id)).fetchone()
        return row[0] if row is not None and isinstance(row[0], int) else None

    def messages(self, session_id: str, after: tuple[int, str]) -> Iterator[tuple[str, str]]:
        """The messages after one, in order: id and JSON text."""
        query = (
            "select id, data from message where session_id = ? and (time_created, id) > (?, ?)"
            " order by time_created, id"
        )
        return _texts(self._connection.execute(query, (session_id, *after)))

    def parts(self, message_id: str) -> list[tuple[str, str]]:
        query = "select id, data from part where message_id = ? order by id"
        return list(_texts(self._connection.execute(query, (message_id,))))

    def remove_messages(self, session_id: str, kept: set[str]) -> set[str]:
        """Remove a session's messages but these, all at once. Returns which of these it has."""
        with self._connection:
            query = "select id from message where session_id = ?"
            found = {row[0] for row in self._connection.execute(query, (session_id,))}
            for message_id in found - kept:
                self._connection.execute("delete from part where message_id = ?", (message_id,))
                self._connection.execute("delete from message where id = ?", (message_id,))
        return found & kept


def _texts(rows: Iterator[tuple[Any, Any]]) -> Iterator[tuple[str, str]]:
    """A column can hold anything (I6)."""
    return ((id, data) for id, data in rows if isinstance(id, str) and isinstance(data, str))


def opened(path: str, *, change: bool = False) -> Database | None:
    """Open the database. Returns None if it does not exist or cannot be opened."""
    if not os.path.isfile(path):
        return None
    try:
        return Database(path, change=change)
    except Error:
        return None
