"""Names under `.entire/`, and the checks that let an identifier become part of a path (I6)."""

from __future__ import annotations

import os
import re

from entire.core.errors import EntireError

ENTIRE_DIR = ".entire"
METADATA_DIR = ".entire/metadata"
TMP_DIR = ".entire/tmp"
LOGS_DIR = ".entire/logs"

TRANSCRIPT_FILE = "full.jsonl"
LEGACY_TRANSCRIPT_FILE = "full.log"
PROMPT_FILE = "prompt.txt"
CONTEXT_FILE = "context.md"
METADATA_FILE = "metadata.json"
LINES_FILE = "lines.json"  # ours
CONTENT_HASH_FILE = "content_hash.txt"
CHECKPOINT_FILE = "checkpoint.json"

# Stricter than the reference (which only forbids slashes): ids become file names, trailers and refs.
_SESSION_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._:@+=-]{0,127}\Z")
_TOOL_ID = re.compile(r"[A-Za-z0-9_-]{1,128}\Z")


def valid_session_id(session_id: str) -> bool:
    return _SESSION_ID.match(session_id) is not None


def check_session_id(session_id: str) -> str:
    if not valid_session_id(session_id):
        raise EntireError(f"not a usable session id: {session_id[:60]!r}")
    return session_id


def valid_tool_id(tool_id: str) -> bool:
    return _TOOL_ID.match(tool_id) is not None


def check_tool_id(tool_id: str) -> str:
    """A tool-use or subagent id; the empty string is allowed."""
    if tool_id and not valid_tool_id(tool_id):
        raise EntireError(f"not a usable tool or subagent id: {tool_id[:60]!r}")
    return tool_id


def session_metadata_dir(session_id: str) -> str:
    """Where a session's files lie, in the work tree and in shadow trees alike."""
    return f"{METADATA_DIR}/{check_session_id(session_id)}"


def task_metadata_dir(session_metadata_dir: str, tool_use_id: str) -> str:
    """Where a subagent's files lie within its session's."""
    return f"{session_metadata_dir}/tasks/{check_tool_id(tool_use_id)}"


def is_infrastructure(path: str) -> bool:
    """Whether a repository path is ours."""
    return path == ENTIRE_DIR or path.startswith(ENTIRE_DIR + "/")


def nameable(text: str) -> bool:
    """Whether the system can take ``text`` as a name: no NUL, no halves of characters."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def from_home(path: str) -> str:
    """A path as people write it, with `~` for their home."""
    home = os.path.expanduser("~")
    return "~" + path.removeprefix(home) if path.startswith(f"{home}/") else path


def to_relative(path: str, root: str) -> str:
    """``path`` relative to the work tree, empty if it lies outside or cannot be a path at all."""
    if not nameable(path):
        return ""
    if os.path.isabs(path):
        path = os.path.relpath(_real_parent(path), root)
    path = os.path.normpath(path)
    return "" if path == ".." or path.startswith("../") or path == "." else path


def _real_parent(path: str) -> str:
    """Symbolic links in the directories resolved, as git does, but not the file itself."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
