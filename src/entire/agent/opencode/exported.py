"""The file that stands for a session of OpenCode: one message a line, appended once it is complete.

What the client changes in a message later (it drops old output of tools, and notes what a prompt led to) is
not followed: what was said stays as it was said. If a message is gone because the user took it back, the file
is written again.
"""

from __future__ import annotations

import os

from entire.agent.defaults import member, text
from entire.agent.opencode import places
from entire.agent.opencode.database import Error, opened
from entire.core import files, json_text, limits, log
from entire.core.paths import valid_session_id, valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from entire.agent.opencode.database import Database

_BLOCK = 64 * 1024
_ID = b'{"info":{"id":"'  # how a line with a message begins
_DEEPEST = 5  # subagents that call subagents


def update(session_id: str, path: str) -> None:
    """Append what is new, also to the files of subagents. Never fails: then the files stay as they are."""
    if path != places.transcript_path("", session_id):
        return  # not one that we made
    database = opened(places.database())
    if database is None:
        return
    try:
        _update(database, session_id, path, 0)
    except (Error, OSError, ValueError) as error:
        log.warn(
            "cannot read OpenCode's database", component="session", session_id=session_id, error=str(error)
        )
    finally:
        database.close()


def _update(database: Database, session_id: str, path: str, depth: int) -> None:
    session = database.session(session_id)
    if session is None:
        return
    _append(database, session, path)
    for child in database.children(session_id) if depth < _DEEPEST else ():
        if valid_session_id(child):
            _update(database, child, places.subagent_path(path, child), depth + 1)


def _append(database: Database, session: dict[str, Any], path: str) -> None:
    if not os.path.lexists(path) and next(_lines(database, session["id"], (0, "")), None) is None:
        return
    files.make_dir(os.path.dirname(path), 0o700)
    with open(files.open_to_change(path), "r+b") as file:
        if not _lock(file.fileno()):
            return  # another process does the same
        end, last = _last(file.fileno())
        time = database.time_of(session["id"], last) if last else None
        if time is None:
            end, last = 0, ""
        file.truncate(end)
        file.seek(end)
        done = 0
        for line in _lines(database, session["id"], (time or 0, last)):
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
    if line.startswith(_ID):
        return line[len(_ID) : len(_ID) + 200].partition(b'"')[0].decode("utf-8", "replace")
    try:
        record = json_text.decode(line)
    except (ValueError, RecursionError):
        return ""
    return text(member(record, "info"), "id") if isinstance(record, dict) else ""


def _lines(database: Database, session_id: str, after: tuple[int, str]) -> Iterator[bytes]:
    """The complete messages after one. One that was left incomplete counts when the next one begins."""
    waiting: list[bytes] = []
    for message_id, data in database.messages(session_id, after):
        info = _decoded(data)
        if info is None or not valid_tool_id(message_id):
            continue
        parts = database.parts(message_id)
        answers = info.get("role") == "assistant"
        line = _message(session_id, message_id, info, data, parts)
        if answers:
            yield from waiting
            waiting = []
        if waiting or not _is_complete(info, parts):
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
    if unwanted & info.keys():
        data = json_text.encode_line({key: value for key, value in info.items() if key not in unwanted})
    about = {"sessionID": session_id}
    head = _object({"id": message_id, **about}, data)
    rest = ",".join(_object({"id": id, **about, "messageID": message_id}, one) for id, one in parts)
    return f'{{"info":{head},"parts":[{rest}]}}\n'.encode("utf-8", "surrogatepass")


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
    return text(member(record, "session"), "directory") if isinstance(record, dict) else ""


def forget(path: str) -> None:
    """Delete a file, and the folder if it was the last."""
    files.remove(path)
    try:
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass  # there are others
