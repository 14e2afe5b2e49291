"""The file that stands for a session of OpenCode: one message a line, appended once it is complete.

What the client changes in a message later (it drops old output of tools, and notes what a prompt led to) is
not followed: what was said stays as it was said. If a message is gone because the user took it back, the file
is written again.

Messages of version 2 of the client have another shape, and are stored as they are. Where its database does
not have the session, the client is asked for it.
"""

from __future__ import annotations

import os

from entire.agent.defaults import member, text
from entire.agent.opencode import newer, places
from entire.agent.opencode.database import Error, opened
from entire.core import files, json_text, limits, log
from entire.core.paths import valid_session_id, valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from entire.agent.on_disk import OnDisk
    from entire.agent.opencode.database import Database

_BLOCK = 64 * 1024
_IDS = b'{"info":{"id":"', b'{"id":"'  # how a line with a message begins, in version 1 and 2
_SESSION = "ses_"  # how the id of a session begins
_DEEPEST = 5  # subagents that call subagents


def update(session_id: str, path: str) -> None:
    """Append what is new, also to the files of subagents. Never fails: then the files stay as they are."""
    if path != places.transcript_path("", session_id):
        return  # not one that we made
    database = opened(places.database())
    try:
        if database is None or not _update(database, session_id, path, 0):
            _ask(database, session_id, path)
    except (Error, OSError, ValueError) as error:
        log.warn(
            "cannot read OpenCode's database", component="session", session_id=session_id, error=str(error)
        )
    finally:
        if database is not None:
            database.close()


def conversations(roots: Sequence[str]) -> list[OnDisk]:
    """The sessions that began in one of the roots, or below; none if the database cannot be read."""
    from entire.agent.on_disk import OnDisk, is_in

    database = opened(places.database())
    if database is None:
        return []
    try:
        every = [one for one in (database, database.newer()) if one is not None and one.has_tables()]
        found = {id: where for one in every for id, where in one.directories() if valid_session_id(id)}
    except Error as error:
        log.warn("cannot read OpenCode's database", component="session", error=str(error))
        return []
    finally:
        database.close()
    return [
        OnDisk(id, places.transcript_path("", id), os.path.realpath(directory))
        for id, directory in found.items()
        if os.path.isabs(directory) and is_in(directory, roots)
    ]


def _update(database: Database, session_id: str, path: str, depth: int) -> bool:
    """Returns whether the database has the session."""
    holder = database.holder(session_id)
    session = holder.session(session_id) if holder is not None else None
    if holder is None or session is None:
        return False
    _append(holder, session, path)
    for child in holder.children(session_id) if depth < _DEEPEST else ():
        if valid_session_id(child):
            _update(database, child, places.subagent_path(path, child), depth + 1)
    return True


def _ask(database: Database | None, session_id: str, path: str) -> None:
    """Version 1 would have a session in its database, and asking takes seconds: only version 2 is asked."""
    if database is not None and database.has_tables() and database.newer() is None:
        return
    if not session_id.startswith(_SESSION) or not places.program():
        return
    from entire.agent.opencode import asked

    found = asked.session(session_id)
    if found is not None:
        _append(found, found.session(session_id), path)


def _append(database: Database, session: dict[str, Any], path: str) -> None:
    if not os.path.lexists(path) and next(_lines(database, session["id"], (0, "")), None) is None:
        return
    files.make_dir(os.path.dirname(path), 0o700)
    with open(files.open_to_change(path), "r+b") as file:
        if not _lock(file.fileno()):
            return  # another process does the same
        end, last = _last(file.fileno())
        place = database.place_of(session["id"], last) if last else None
        if place is None:
            end, last = 0, ""
        file.truncate(end)
        file.seek(end)
        done = 0
        for line in _lines(database, session["id"], (place or 0, last)):
            if not limits.may_read(done):
                limits.leave_rest()
                break
            if not end and not done:
                file.write(json_text.encode_lines([{"session": session}]))
            file.write(line)
            done += len(line)


def _lock(descriptor: int) -> bool:
    """Waits as long as writing a few messages takes."""
    import fcntl
    import time

    deadline = time.monotonic() + limits.patience(1.0)
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        else:
            return True


def _last(descriptor: int) -> tuple[int, str]:
    """Where the last complete line ends, and the id of the last message; a kill may have cut a line."""
    start = os.fstat(descriptor).st_size
    tail, end = b"", -1
    while start > 0:
        size = min(_BLOCK, start)
        start -= size
        tail = os.pread(descriptor, size, start) + tail
        if end < 0 and b"\n" in tail:
            end = start + tail.rindex(b"\n") + 1
        if end < 0:
            continue
        lines = tail[: end - start].split(b"\n")[:-1]
        whole = lines if start == 0 else lines[1:]
        for line in reversed(whole):
            if found := _id_of(line):
                return end, found
    return 0, ""


def _id_of(line: bytes) -> str:
    for start in _IDS:
        if line.startswith(start):
            return line[len(start) : len(start) + 200].partition(b'"')[0].decode("utf-8", "replace")
    try:
        record = json_text.decode(line)
    except (ValueError, RecursionError):
        return ""
    return text(member(record, "info"), "id") if isinstance(record, dict) else ""


def _lines(database: Database, session_id: str, after: tuple[int, str]) -> Iterator[bytes]:
    """The complete messages after one. One that was left incomplete counts when the next one begins."""
    waiting: list[bytes] = []
    for message_id, kind, data in database.messages(session_id, after):
        info = _decoded(data)
        if info is None or not valid_tool_id(message_id):
            continue
        parts = [] if kind else database.parts(message_id)
        line = (
            _newer_message(message_id, kind, info, data)
            if kind
            else _message(session_id, message_id, info, data, parts)
        )
        if "assistant" in (kind, info.get("role")):
            yield from waiting
            waiting = []
        if waiting or not (newer.is_complete(kind, info) if kind else _is_complete(info, parts)):
            waiting.append(line)
        else:
            yield line


def _decoded(data: str) -> dict[str, Any] | None:
    try:
        value = json_text.decode(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _is_complete(info: dict[str, Any], parts: list[tuple[str, str]]) -> bool:
    if info.get("role") == "assistant":
        return bool(member(info, "time").get("completed") or info.get("error"))
    return bool(parts)


def _message(
    session_id: str, message_id: str, info: dict[str, Any], data: str, parts: list[tuple[str, str]]
) -> bytes:
    unwanted = {"id", "sessionID"}
    if info.get("role") == "user":
        unwanted.add("summary")  # of the files that changed: it follows each edit
    about = {"sessionID": session_id}
    head = _object({"id": message_id, **about}, _without(unwanted, info, data))
    rest = ",".join(_object({"id": id, **about, "messageID": message_id}, one) for id, one in parts)
    return f'{{"info":{head},"parts":[{rest}]}}\n'.encode("utf-8", "surrogatepass")


def _newer_message(message_id: str, kind: str, message: dict[str, Any], data: str) -> bytes:
    about = _object({"id": message_id, "type": kind}, _without({"id", "type"}, message, data))
    return f"{about}\n".encode("utf-8", "surrogatepass")


def _without(unwanted: set[str], value: dict[str, Any], data: str) -> str:
    """The JSON text of a value without these members."""
    if not unwanted & value.keys():
        return data
    return json_text.encode_line({key: one for key, one in value.items() if key not in unwanted})


def _object(members: dict[str, str], data: str) -> str:
    """A JSON object with more members in front, on one line."""
    if not data.startswith('{"') or not data.endswith("}") or "\n" in data or "\r" in data:
        return json_text.encode_line(members | (_decoded(data) or {}))
    return json_text.encode_line(members)[:-1] + "," + data[1:]


def directory_of(path: str) -> str:
    """The folder in which a file's session began; empty if it does not say."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return ""
    with open(descriptor, "rb") as file:
        head = file.readline(_BLOCK)
    try:
        record = json_text.decode(head)
    except (ValueError, RecursionError):
        return ""
    return newer.directory_of(member(record, "session")) if isinstance(record, dict) else ""


def forget(path: str) -> None:
    """Delete a file, and the folder if it was the last."""
    files.remove(path)
    try:
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass  # there are others
