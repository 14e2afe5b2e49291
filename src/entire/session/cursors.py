"""Load and save cursors, which are stored next to the session's state."""

from __future__ import annotations

from entire.core import files, json_text, log
from entire.session.store import Store
from entire.transcript.cursor import Cursor


def load(store: Store, session_id: str) -> Cursor:
    """Return the session's cursor; a new one if it is missing or not readable."""
    for ended in (False, True):
        try:
            data = files.read(store.path(session_id, ".cursor", ended=ended), files.SMALL)
            if data:
                return Cursor.from_json(json_text.decode(data))
        except (ValueError, OSError) as error:
            log.warn("cursor cannot be read", session_id=session_id, error=str(error))
            break
    return Cursor()


def forget(store: Store, session_id: str) -> None:
    """Delete a session's cursor: its transcript is read again from the start."""
    for ended in (False, True):
        files.remove(store.path(session_id, ".cursor", ended=ended))


def save(store: Store, session_id: str, cursor: Cursor, as_of: int = 0, *, durable: bool = False) -> None:
    """Save a cursor. If it is lost, the transcript is read again.

    It must be ``durable`` when tokens were counted: the state must not outlive it. ``as_of``: when the
    transcript was written as it was read, in nanoseconds. The file gets this time: what is added to the
    transcript before the cursor is saved is newer.
    """
    files.make_dir(store.directory)
    data = (json_text.encode_line(cursor.to_json()) + "\n").encode()
    path = store.path(session_id, ".cursor")
    files.write_atomic(path, data, durable=durable, time=as_of)
