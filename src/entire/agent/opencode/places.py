"""Where OpenCode keeps its sessions, and where we keep the files that we make of them.

OpenCode has a database, and no transcripts. Ours are beside it, one for each session: one message a line.
"""

from __future__ import annotations

import os

from entire.core import files as core_files
from entire.core.paths import valid_tool_id

_SUFFIX = ".jsonl"


def program() -> str:
    """The client's command; empty if it is not on PATH, of which only absolute folders count."""
    folders = filter(os.path.isabs, os.environ.get("PATH", "").split(os.pathsep))
    paths = (os.path.join(folder, "opencode") for folder in folders)
    return next((path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)), "")


def data_dir() -> str:
    above = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(above, "opencode")


def database() -> str:
    return os.path.join(data_dir(), os.environ.get("OPENCODE_DB") or "opencode.db")


def sources() -> tuple[str, ...]:
    """The database, and what SQLite writes before it."""
    return database(), f"{database()}-wal"


def transcripts_dir() -> str:
    return os.path.join(data_dir(), "entire")


def transcript_path(root: str, session_id: str) -> str:
    return os.path.join(transcripts_dir(), session_id + _SUFFIX)


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """A subagent has a session."""
    if not transcript_path or not valid_tool_id(agent_id):
        return ""
    return os.path.join(os.path.dirname(transcript_path), agent_id + _SUFFIX)


def files() -> list[str]:
    """Those that we made."""
    folder = transcripts_dir()
    return [os.path.join(folder, name) for name in core_files.names(folder) if name.endswith(_SUFFIX)]
