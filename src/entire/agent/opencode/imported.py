"""Giving a conversation back to OpenCode, after a rewind or from a checkpoint.

Messages that a rewind removed are removed from the client's database. What the database lacks is imported by
the client itself: it knows what else belongs to a session.
"""

from __future__ import annotations

import os
import subprocess
from typing import Any

from entire.agent.defaults import member
from entire.agent.opencode import places
from entire.agent.opencode.database import Error, opened
from entire.agent.opencode.layout import EITHER, as_lines
from entire.agent.opencode.records import record_id
from entire.core import files, json_text
from entire.core.errors import EntireError

_SECONDS = 150  # after a crash, the client waits a minute for the lock that it left
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
        raise _failed(session_id, path, "it did not take all messages")


def _kept(session_id: str, wanted: set[str]) -> set[str] | None:
    """Remove a session's other messages. Returns which of these the client has; None without the session."""
    database = opened(places.database(), change=True)
    if database is None:
        return None
    try:
        return database.remove_messages(session_id, wanted) if database.session(session_id) else None
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
    document = {"info": info, "messages": messages}
    path = os.path.join(places.transcripts_dir(), f"{session_id}.import.json")
    files.write_atomic(path, json_text.encode(document))
    try:
        done = subprocess.run(
            ["opencode", "import", path],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise _failed(session_id, path, "`opencode` is not on PATH") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(session_id, path, str(error)) from error
    if done.returncode != 0:
        raise _failed(session_id, path, done.stderr.decode("utf-8", "replace").strip()[-200:])
    files.remove(path)


def _failed(session_id: str, path: str, why: str) -> EntireError:
    return EntireError(
        f"OpenCode cannot import session {session_id}: {why}", f"try it by hand: opencode import {path}"
    )


def _work_tree() -> str:
    """The work tree that this command runs in: the session continues there."""
    folder = start = os.getcwd()
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return start
    return folder
