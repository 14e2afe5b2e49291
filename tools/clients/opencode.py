"""OpenCode: a database of messages and their parts, from which entire writes the transcript."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from contextlib import closing
from typing import Any

from tools.clients.client import Run, Scripted, new_id

COLUMNS = {
    "session": (
        *("id", "project_id", "parent_id", "slug", "directory", "title", "version"),
        *("time_created", "time_updated"),
    ),
    "message": ("id", "session_id", "time_created", "time_updated", "data"),
    "part": ("id", "message_id", "session_id", "time_created", "time_updated", "data"),
}
TABLES = "".join(
    f"create table if not exists {table} ({', '.join(columns)}, primary key (id));"
    for table, columns in COLUMNS.items()
)
_USED = {"input": 100, "output": 50, "reasoning": 0, "cache": {"read": 30, "write": 20}}
_WAIT_SECONDS = 30
_MAKING = threading.Lock()


class Session(Scripted):
    NAME = "opencode"

    def __init__(self, root: str, env: dict[str, str], session_id: str = "", run: Run | None = None) -> None:
        super().__init__(root, env, session_id or new_id("ses_"), run)

    def place(self) -> str:
        return f".local/share/opencode/entire/{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        return {"entire_plugin": "opencode/1", "session_id": self.session_id}

    def store(self, *rows: tuple[str, tuple[object, ...]]) -> None:
        """Insert rows, or replace them, in one step."""
        with closing(self._open()) as database, database:
            for table, values in rows:
                places = ",".join("?" * len(values))
                database.execute(f"insert or replace into {table} values ({places})", values)

    def _open(self) -> sqlite3.Connection:
        folder = os.path.join(self.env["HOME"], ".local/share/opencode")
        os.makedirs(folder, exist_ok=True)
        database = sqlite3.connect(os.path.join(folder, "opencode.db"), timeout=_WAIT_SECONDS)
        with _MAKING:  # SQLite does not wait for another one that does the same
            database.execute("pragma journal_mode = wal")
            database.executescript(TABLES)
        return database

    def _next_id(self) -> str:
        """Ids are in the order of time, here by number."""
        query = "select count(*) from message where session_id = ?"
        with closing(self._open()) as database:
            [(number,)] = database.execute(query, (self.session_id,)).fetchall()
        return f"msg_{self.session_id[:8]}_{number:06}"

    def message(self, id: str, data: dict[str, Any], part: dict[str, Any]) -> None:
        at = _milliseconds()
        self.store(
            ("message", (id, self.session_id, at, at, json.dumps(data))),
            ("part", (f"prt_{id}", id, self.session_id, at, at, json.dumps(part))),
        )

    def answer(self, part: dict[str, Any], id: str = "", *, done: bool = True) -> str:
        id, at = id or self._next_id(), _milliseconds()
        times = {"created": at, **({"completed": at} if done else {})}
        data = {"role": "assistant", "modelID": self.MODEL, "tokens": _USED, "time": times}
        self.message(id, data, part)
        return id

    def start(self) -> None:
        at = _milliseconds()
        about = (self.session_id, "p", None, "s", self.root, "A title", "1", at, at)
        self.store(("session", about))
        self.hook("session-start")

    def submit(self, text: str) -> None:
        self.hook("turn-start", prompt=text, model=self.MODEL)

    def asked(self, text: str) -> None:
        data = {"role": "user", "time": {"created": _milliseconds()}}
        self.message(self._next_id(), data, {"type": "text", "text": text})

    def write(self, path: str, content: str) -> None:
        full = self.put(path, content)
        self.answer(_used("write", new_id("call_"), filePath=full, content=content))

    def calls(self, command: str) -> tuple[str, str, str]:
        call = new_id("call_")
        running = {"type": "tool", "tool": "bash", "callID": call, "state": {"status": "running"}}
        return self.answer(running, done=False), call, command

    def called(self, call: tuple[str, str, str]) -> None:
        id, name, command = call
        self.answer(_used("bash", name, command=command), id)

    def say(self, text: str) -> None:
        self.answer({"type": "text", "text": text})

    def stop(self) -> None:
        self.hook("turn-end")

    def end(self) -> None:
        self.hook("session-end")


def _used(tool: str, call: str, **given: Any) -> dict[str, Any]:
    at = _milliseconds()
    state = {"status": "completed", "input": given, "output": "ok", "metadata": {}}
    return {"type": "tool", "tool": tool, "callID": call, "state": state | {"time": {"start": at, "end": at}}}


def _milliseconds() -> int:
    return int(time.time() * 1000)
