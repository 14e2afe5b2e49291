"""Giving a conversation back to OpenCode, after a rewind or from a checkpoint.

Messages that a rewind removed are removed from the client's database. What the database lacks is imported by
the client itself: it knows what else belongs to a session.

Version 2 keeps its conversations from us: it takes new ones by its own import, and nothing is removed.
"""

from __future__ import annotations

import os
from typing import Any

from entire.agent.defaults import member
from entire.agent.opencode import client, model, places
from entire.agent.opencode.database import Error, Newer, opened
from entire.agent.opencode.layout import EITHER, as_lines
from entire.agent.opencode.records import record_id
from entire.agent.opencode.written import NOTHING
from entire.core import files, json_text
from entire.core.errors import EntireError

_VERSION = "1.18.33"  # of the client, if the conversation does not say


def adopt(session_id: str, path: str) -> None:
    """Raises EntireError."""
    data = files.read_or_empty(path)
    lines = as_lines(data)
    if lines is not None:  # the reference stored it
        files.write_atomic(path, lines)
        data = lines
    found = [EITHER.decode(piece) for piece in EITHER.split(data)[1]]
    records = [record for record in found if record is not None]
    messages = {id: record for record in records if (id := record_id(record))}
    if _kept(session_id, set(messages)) == set(messages):
        return
    sessions = [member(record, "session") for record in records if "session" in record]
    _import(session_id, sessions[-1] if sessions else {}, list(messages.values()))
    if _kept(session_id, set(messages)) != set(messages):
        raise _failed(session_id, "it did not take all messages")


def _kept(session_id: str, wanted: set[str]) -> set[str] | None:
    """Remove a session's other messages. Returns which of these the client has; None without the session.

    Raises EntireError if messages of version 2 would have to be removed.
    """
    database = opened(places.database(), change=True)
    if database is None:
        return None
    try:
        holder = database.holder(session_id)
        if isinstance(holder, Newer):
            found = holder.ids(session_id)
            if found > wanted:
                raise EntireError(
                    "only version 2 of OpenCode itself can take its messages back",
                    "use `/undo` there; `entire rewind --files-only` rewinds the files",
                )
            return found & wanted
        return holder.remove_messages(session_id, wanted) if holder is not None else None
    except Error as error:
        raise EntireError(
            f"cannot change OpenCode's database: {error}", "close OpenCode, and try again"
        ) from error
    finally:
        database.close()


def _import(session_id: str, session: dict[str, Any], messages: list[dict[str, Any]]) -> None:
    folder = _work_tree()
    time = member(session, "time") or {"created": 0, "updated": 0}
    plain = {"slug": session_id, "projectID": "global", "title": "Restored session", "version": _VERSION}
    info = plain | session | {"id": session_id, "directory": folder, "time": time}
    words = ["import"]
    if messages and "info" not in messages[-1]:  # of version 2
        words = ["session", "import"]
        info |= {"location": {"directory": folder}, "cost": 0, "tokens": NOTHING}
    document = {"info": info, "messages": model.chosen(messages, folder)}
    path = os.path.join(places.transcripts_dir(), f"{session_id}.import.json")
    files.write_atomic(path, json_text.encode(document))
    try:
        client.run([*words, path], folder)
    except client.Failed as error:
        raise _failed(session_id, str(error)) from error
    finally:
        files.remove(path)


def _failed(session_id: str, why: str) -> EntireError:
    return EntireError(
        f"OpenCode cannot import session {session_id}: {why}",
        "see that `opencode import` works, and try again",
    )


def _work_tree() -> str:
    """The work tree that this command runs in: the session continues there."""
    folder = start = os.getcwd()
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return start
    return folder
