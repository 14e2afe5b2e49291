"""OpenCode's database: `session`, `message` and `part`, the last two with a JSON text in `data`.

Version 2 of the client has `session_v2` and `session_message` instead, in the same file, and copies what it
finds of version 1. A message of it is one row, with its type beside the JSON text.

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
_MOST_LATEST = 200


class Database:
    """One connection, to be closed. All may raise `Error`: the file can be busy, or of another version."""

    _SESSION, _MESSAGE, _ORDER, _TYPE = "session", "message", "time_created", "''"

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def close(self) -> None:
        self._connection.close()

    def has_tables(self) -> bool:
        query = "select 1 from sqlite_master where type = 'table' and name = ?"
        return self._connection.execute(query, (self._SESSION,)).fetchone() is not None

    def newer(self) -> Newer | None:
        """What version 2 has; None if it was never here."""
        found = Newer(self._connection)
        return found if found.has_tables() else None

    def holder(self, session_id: str) -> Database | None:
        """What holds a session: version 2, unless it continued in version 1 since; None if neither does."""
        newer = self.newer()
        theirs = newer.session(session_id) if newer is not None else None
        ours = self.session(session_id) if self.has_tables() else None
        if theirs is None:
            return self if ours is not None else None
        later = ours is not None and _updated(ours) > _updated(theirs)
        return self if later else newer

    def session(self, session_id: str) -> dict[str, Any] | None:
        """What the client's export says of a session, as far as its import needs it."""
        keys = ("id", "slug", "project_id", "directory", "title", "version", "time_created", "time_updated")
        query = f"select {', '.join(keys)} from {self._SESSION} where id = ?"
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

    def directories(self) -> list[tuple[str, str]]:
        """The sessions that people began, with where they began."""
        query = f"select id, directory from {self._SESSION} where parent_id is null order by time_created, id"
        return list(_texts(self._connection.execute(query)))

    def children(self, session_id: str) -> list[str]:
        """The sessions of its subagents."""
        query = f"select id from {self._SESSION} where parent_id = ? limit ?"
        found = (row[0] for row in self._connection.execute(query, (session_id, _MOST_CHILDREN)))
        return [id for id in found if isinstance(id, str)]

    def place_of(self, session_id: str, message_id: str) -> int | None:
        """Return where a message is in the order of messages, or None if the session does not have it."""
        query = f"select {self._ORDER} from {self._MESSAGE} where id = ? and session_id = ?"
        row = self._connection.execute(query, (message_id, session_id)).fetchone()
        return row[0] if row is not None and isinstance(row[0], int) else None

    def messages(self, session_id: str, after: tuple[int, str]) -> Iterator[tuple[str, str, str]]:
        """The messages after one, in order: id, type (of version 2) and JSON text."""
        query = (
            f"select id, {self._TYPE}, data from {self._MESSAGE}"
            f" where session_id = ? and ({self._ORDER}, id) > (?, ?) order by {self._ORDER}, id"
        )
        rows = self._connection.execute(query, (session_id, *after))
        return ((id, kind, data) for id, kind, data in rows if all(map(_is_text, (id, kind, data))))

    def parts(self, message_id: str) -> list[tuple[str, str]]:
        query = "select id, data from part where message_id = ? order by id"
        return list(_texts(self._connection.execute(query, (message_id,))))

    def ids(self, session_id: str) -> set[str]:
        """Those of a session's messages."""
        query = f"select id from {self._MESSAGE} where session_id = ?"
        return {row[0] for row in self._connection.execute(query, (session_id,))}

    def remove_messages(self, session_id: str, kept: set[str]) -> set[str]:
        """Remove a session's messages but these, all at once. Returns which of these it has."""
        with self._connection:
            found = self.ids(session_id)
            for message_id in found - kept:
                self._connection.execute("delete from part where message_id = ?", (message_id,))
                self._connection.execute("delete from message where id = ?", (message_id,))
        return found & kept

    def latest(self) -> Iterator[tuple[str, str]]:
        """The latest messages of all sessions, the last one first: id and JSON text."""
        query = "select id, data from message order by time_created desc limit ?"
        return _texts(self._connection.execute(query, (_MOST_LATEST,)))


class Newer(Database):
    """What version 2 has. It is only read: no such client was seen."""

    _SESSION, _MESSAGE, _ORDER, _TYPE = "session_v2", "session_message", "seq", "type"


def _updated(session: dict[str, Any]) -> int:
    found = session["time"]["updated"]
    return found if isinstance(found, int) else 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _texts(rows: Iterator[tuple[Any, Any]]) -> Iterator[tuple[str, str]]:
    """A column can hold anything (I6)."""
    return ((id, data) for id, data in rows if isinstance(id, str) and isinstance(data, str))


def opened(path: str, *, change: bool = False) -> Database | None:
    """Open the database. Returns None if it does not exist or cannot be opened."""
    if not os.path.isfile(path):
        return None
    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    mode = "rw" if change else "ro"
    try:
        return Database(_sqlite3.connect(f"file:{name}?mode={mode}", timeout=_PATIENCE, uri=True))
    except Error:
        return None
