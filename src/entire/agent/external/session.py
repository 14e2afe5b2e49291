"""A session as the protocol writes it down, and a transcript of one record."""

from __future__ import annotations

import os
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from entire.core import clock, files, json_text


class _Named(Protocol):
    NAME: str


def of(agent: _Named, root: str, session_id: str, path: str, content: bytes | None = None) -> bytes:
    """For `write-session`: the content of a file, or other content that belongs there."""
    data = files.read_or_empty(path) if content is None else content
    session = {
        "session_id": session_id,
        "agent_name": agent.NAME,
        "repo_path": root,
        "session_ref": path,
        "start_time": clock.now_local(),
        "native_data": b64encode(data).decode(),
        "modified_files": [],
        "new_files": [],
        "deleted_files": [],
    }
    return json_text.encode_line(session).encode()


@contextmanager
def alone(record: dict[str, Any]) -> Iterator[str]:
    """The path of a temporary transcript that has only this record."""
    with tempfile.TemporaryDirectory(prefix="entire-") as folder:
        path = os.path.join(folder, "transcript.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json_text.encode_line(record) + "\n")
        yield path
