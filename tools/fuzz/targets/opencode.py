"""OpenCode's database, whose columns hold anything, and our file of a session beside it."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

from tools.fuzz.target import Target, json_like, lines_like

from entire.agent.opencode import agent

_SESSION = {"id": "ses_1", "directory": "/repo", "title": "x", "time": {"created": 1, "updated": 2}}
_USER = {"role": "user", "time": {"created": 1}, "summary": {"diffs": []}}
_ANSWER = {"role": "assistant", "time": {"created": 2, "completed": 3}, "tokens": {"input": 1}}
_PART = {"type": "text", "text": "x"}
_LINES = lines_like(
    {"session": _SESSION},
    {"info": {"id": "msg_1", **_USER}, "parts": [_PART]},
    {"id": "msg_2", "type": "user", "text": "x"},
)
_ODD: tuple[Any, ...] = (None, 7, 1.5, b"\xff\x00", "", "x", "null", "[]", '{"', "{}", "msg_1", "ses_1")
_TABLES = {
    "session": (
        "id",
        "project_id",
        "parent_id",
        "slug",
        "directory",
        "title",
        "version",
        "time_created",
        "time_updated",
    ),
    "message": ("id", "session_id", "time_created", "time_updated", "data"),
    "part": ("id", "message_id", "session_id", "time_created", "time_updated", "data"),
    # Version 2, sometimes
    "session_v2": (
        "id",
        "project_id",
        "parent_id",
        "slug",
        "directory",
        "title",
        "version",
        "time_created",
        "time_updated",
    ),
    "session_message": ("id", "session_id", "type", "seq", "time_created", "time_updated", "data"),
}
_NEWER_ANSWER = {"time": {"created": 2, "completed": 3}, "content": [_PART], "tokens": {"input": 1}}
Rows = list[tuple[str, list[Any]]]


def _case(dice: random.Random) -> tuple[Rows, bytes]:
    rows: Rows = [("session", ["ses_1", "p", None, "s", "/repo", "x", "1", 1, 2])]
    for number in range(dice.randrange(6)):
        data = json_like(dice.choice((_USER, _ANSWER)))(dice).decode("utf-8", "replace")
        rows.append(("message", [f"msg_{number}", "ses_1", number, number, data]))
        part = json_like(_PART)(dice).decode("utf-8", "replace")
        rows.append(("part", [f"prt_{number}", f"msg_{number}", "ses_1", number, number, part]))
    rows.append(
        ("session", ["ses_2", "p", dice.choice(("ses_1", "ses_2", "../x")), "s", "/", "x", "1", 1, 2])
    )
    if dice.random() < 0.5:
        rows.append(("session_v2", ["ses_1", "p", None, "s", "/repo", None, "2", 1, dice.randrange(4)]))
        for number in range(dice.randrange(6)):
            kind = dice.choice(("user", "assistant", "compaction", "idle"))
            data = json_like(_NEWER_ANSWER)(dice).decode("utf-8", "replace")
            rows.append(("session_message", [f"msg_{number}", "ses_1", kind, number, 1, 1, data]))
    for _, values in rows:
        for column in range(len(values)):
            if dice.random() < 0.05:
                values[column] = dice.choice(_ODD)
    return rows, _LINES(dice) if dice.random() < 0.5 else b""


def _look(case: tuple[Rows, bytes], folder: Path) -> None:
    rows, content = case
    place = folder / "opencode"
    (place / "entire").mkdir(parents=True)
    with closing(sqlite3.connect(place / "opencode.db")) as database, database:
        used = {table for table, _ in rows} | {"session", "message", "part"}
        for table, columns in _TABLES.items() if "session_v2" in used else list(_TABLES.items())[:3]:
            database.execute(f"create table {table} ({', '.join(columns)}, primary key (id))")
        for table, values in rows:
            database.execute(f"insert or replace into {table} values ({','.join('?' * len(values))})", values)
    with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(folder), "OPENCODE_DB": ""}):
        path = Path(agent.transcript_path("", "ses_1"))
        if content:
            path.write_bytes(content)
        agent.prepare_transcript("ses_1", str(path))
        first = path.read_bytes() if path.exists() else b""
        agent.prepare_transcript("ses_1", str(path))
        again = path.read_bytes() if path.exists() else b""
    assert again == first or content
    assert all(
        one.parent == place / "entire" or one.parent == place for one in folder.rglob("*") if one.is_file()
    )


TARGETS = [Target("database of opencode", _case, _look, share=0.2, on_disk=True)]
