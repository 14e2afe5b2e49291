"""OpenCode's database, made of recorded rows."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from tools.clients.opencode import COLUMNS, TABLES

from entire.agent.opencode import agent

Row = dict[str, Any]


class Stored:
    """A home folder with the database. Rows can be added, changed and removed, as the client does."""

    def __init__(self, home: Path, rows: list[Row]) -> None:
        self.home = home
        self.path = home / ".local/share/opencode/opencode.db"
        self.path.parent.mkdir(parents=True)
        with closing(sqlite3.connect(self.path)) as database, database:
            database.execute("pragma journal_mode = wal")
            database.executescript(TABLES)
        self.add(rows)

    @property
    def sessions(self) -> list[str]:
        """Without those of subagents."""
        return [row[0] for row in self.ask("select id from session where parent_id is null")]

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as database, database:
            return database.execute(query, values).fetchall()

    def add(self, rows: list[Row]) -> None:
        for row in rows:
            columns = COLUMNS[row["table"]]
            values = [json.dumps(row[key]) if key == "data" else row[key] for key in columns]
            self.ask(
                f"insert or replace into {row['table']} values ({','.join('?' * len(columns))})", *values
            )

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
        with mock.patch.dict(os.environ, env | {"HOME": str(self.home)}, clear=True):
            yield
