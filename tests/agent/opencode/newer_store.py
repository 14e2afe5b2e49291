"""What version 2 of OpenCode keeps, by hand as its source has it, and a client that answers as it does."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from entire.agent.opencode import agent

Message = dict[str, Any]
COLUMNS = {
    "session_v2": (
        *("id", "project_id", "parent_id", "slug", "directory", "title", "version"),
        *("time_created", "time_updated"),
    ),
    "session_message": ("id", "session_id", "type", "seq", "time_created", "time_updated", "data"),
}
TABLES = "".join(
    f"create table if not exists {table} ({', '.join(columns)}, primary key (id));"
    for table, columns in COLUMNS.items()
)
# Imports a session into its database, in the folder where it runs.
FAKE = f"""#!{sys.executable}
import json, os, sqlite3, sys
assert sys.argv[1:3] == ["session", "import"], sys.argv
data = json.load(open(sys.argv[3]))
home = os.environ["HOME"]
json.dump(data, open(home + "/imported.json", "w"))
base = sqlite3.connect(home + "/.local/share/opencode/opencode.db")
info = data["info"]
with base:
    row = (info["id"], "p", None, "s", info["location"]["directory"], info["title"], "2", 1, 1)
    base.execute("insert into session_v2 values (?,?,?,?,?,?,?,?,?)", row)
    for number, one in enumerate(data["messages"], 1):
        rest = json.dumps({{key: value for key, value in one.items() if key not in ("id", "type")}})
        row = (one["id"], info["id"], one["type"], number, 1, 1, rest)
        base.execute("insert into session_message values (?,?,?,?,?,?,?)", row)
print("Imported session: " + info["id"])
"""


class Newer:
    """A home folder with the database, or with a client that exports what it has elsewhere."""

    def __init__(self, home: Path, *, database: bool = True) -> None:
        self.home = home
        self.path = home / ".local/share/opencode/opencode.db"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.programs = home / "programs"
        self.programs.mkdir(exist_ok=True)
        self._exports: dict[str, dict[str, Message]] = {}
        self._database = database
        if database:
            with closing(sqlite3.connect(self.path)) as made, made:
                made.execute("pragma journal_mode = wal")
                made.executescript(TABLES)

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as database, database:
            return database.execute(query, values).fetchall()

    def add_session(self, session_id: str, directory: str, parent: str | None = None) -> None:
        row = (session_id, "p", parent, "s", directory, None, "2.0.23", 1, 1)
        self.ask(f"insert into session_v2 values ({','.join('?' * len(row))})", *row)

    def add(self, session_id: str, *messages: Message, only: bool = False) -> None:
        """Add messages, or replace those with the same id. ``only``: there are no others any more."""
        if not self._database:
            self._export(session_id, messages, only=only)
            return
        for one in messages:
            [(count,)] = self.ask("select count(*) from session_message where session_id = ?", session_id)
            known = self.ask("select seq from session_message where id = ?", one["id"])
            data = json.dumps({key: value for key, value in one.items() if key not in ("id", "type")})
            row = (one["id"], session_id, one["type"], known[0][0] if known else count + 1, 1, 1, data)
            self.ask("insert or replace into session_message values (?,?,?,?,?,?,?)", *row)

    def _export(self, session_id: str, messages: tuple[Message, ...], *, only: bool) -> None:
        kept = {} if only else self._exports.get(session_id, {})
        self._exports[session_id] = kept | {one["id"]: one for one in messages}
        about = {"id": session_id, "projectID": "p", "location": {"directory": "/repo"}, "cost": 0}
        document = {"info": about, "messages": list(self._exports[session_id].values())}
        (self.home / f"{session_id}.json").write_text(json.dumps(document, indent=2))

    def answer(self, words: str) -> None:
        """Let the client export a session by these words, and print its help for any others."""
        self.program(
            "#!/bin/sh\n"
            f'case "$*" in "{words} "ses_*) exec cat "$HOME/${{*##* }}.json" ;; esac\n'
            "echo 'Usage: opencode <command>'\n"
        )

    def program(self, script: str) -> None:
        path = self.programs / "opencode"
        path.write_text(script)
        path.chmod(0o755)

    def exported(self, session_id: str) -> Path:
        """Our file of a session, up to date."""
        with self.here():
            path = agent.transcript_path("", session_id)
            agent.prepare_transcript(session_id, path)
        return Path(path)

    @contextmanager
    def here(self) -> Iterator[None]:
        """This is the home folder."""
        names = ("XDG_DATA_HOME", "OPENCODE_DB")
        env = {key: value for key, value in os.environ.items() if key not in names}
        env |= {"HOME": str(self.home), "PATH": os.pathsep.join([str(self.programs), os.environ["PATH"]])}
        with mock.patch.dict(os.environ, env, clear=True):
            yield
