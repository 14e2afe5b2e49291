"""What Droid keeps of a session, beside what its transcript says of the conversation.

Next to `<session id>.jsonl` is `<session id>.settings.json`, with the tokens of the session so far.
"""

from __future__ import annotations

import os

from entire.agent.defaults import member, number, text
from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TRANSCRIPT = ".jsonl"
_LARGEST_HEAD = 64 * 1024
_TAIL = 256 * 1024


def home() -> str:
    """Droid's own folder, of all projects."""
    return os.path.join(os.environ.get("FACTORY_HOME_OVERRIDE") or os.path.expanduser("~"), ".factory")


def sessions_dir() -> str:
    return os.path.join(home(), "sessions")


def usage_of(transcript_path: str) -> tuple[int, int, int, int] | None:
    """What the session has used so far, its workers included; None if that is not known."""
    found = _settings(transcript_path)
    used = member(found, "inclusiveTokenUsage") or member(found, "tokenUsage")
    if not used:
        return None
    keys = ("inputTokens", "cacheCreationTokens", "cacheReadTokens", "outputTokens")
    a, b, c, d = (number(used, key) for key in keys)
    return a, b, c, d


def is_headless(transcript_path: str) -> bool:
    """Whether `droid exec` runs the session: then no hook reports its prompt."""
    return any(tag.get("name") == "exec" for tag in _members(_settings(transcript_path), "tags"))


def first_record(transcript_path: str) -> dict[str, Any]:
    """The record that describes the session; empty if it cannot be read."""
    line = _part(transcript_path, 0, _LARGEST_HEAD).partition(b"\n")[0]
    return _decoded(line)


def call_id(transcript_path: str, tool: str, given: dict[str, Any]) -> str:
    """The id of the last call of a tool with these arguments: hooks do not get it. Empty if unknown."""
    try:
        size = os.stat(transcript_path).st_size
    except OSError:
        return ""
    lines = _part(transcript_path, max(0, size - _TAIL), _TAIL).split(b"\n")
    for line in reversed(lines):
        message = member(_decoded(line), "message") if b'"tool_use"' in line else {}
        for block in _members(message, "content"):
            if block.get("name") == tool and block.get("input") == given:
                return text(block, "id")
    return ""


def _settings(transcript_path: str) -> dict[str, Any]:
    if not transcript_path.endswith(_TRANSCRIPT):
        return {}
    path = transcript_path.removesuffix(_TRANSCRIPT) + ".settings.json"
    try:
        return _decoded(files.read(path, files.SMALL) or b"")
    except OSError:
        return {}


def _decoded(data: bytes) -> dict[str, Any]:
    try:
        found = json_text.decode(data) if data else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _part(path: str, start: int, size: int) -> bytes:
    descriptor = files.open_regular(path) if path else None
    if descriptor is None:
        return b""
    try:
        return os.pread(descriptor, size, start)
    finally:
        os.close(descriptor)


def _members(found: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The JSON objects in a list."""
    value = found.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
