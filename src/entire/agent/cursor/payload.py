"""What Cursor's hooks send on standard input."""

from __future__ import annotations

import os

from entire.agent.defaults import path, text
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "session-end": Kind.SESSION_END,
    "before-submit-prompt": Kind.TURN_START,
    "after-file-edit": Kind.TOOL_USE,  # `cursor-agent -p` reports no prompt and no stop
    "stop": Kind.TURN_END,
    "pre-compact": Kind.COMPACTION,
    "subagent-start": Kind.TASK_START,
    "subagent-stop": Kind.TASK_END,
}
_TURN_ENDED = '"turn_ended"'  # the last record of a turn, which is written after the hook was called


def home() -> str:
    return os.environ.get("CURSOR_CONFIG_DIR") or os.path.expanduser("~/.cursor")


def projects_dir() -> str:
    return os.path.join(home(), "projects")


def transcript_path(root: str, session_id: str) -> str:
    """The editor has a folder for each, the command has not."""
    slug = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in root.lstrip("/"))
    folder = os.path.join(projects_dir(), slug, "agent-transcripts")
    flat = os.path.join(folder, f"{session_id}.jsonl")
    return flat if os.path.exists(flat) else os.path.join(folder, session_id, f"{session_id}.jsonl")


def is_foreign(payload: dict[str, Any]) -> bool:
    """Every call of Cursor names the conversation."""
    return "conversation_id" not in payload


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown Cursor hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    own = text(payload, "conversation_id")
    session_id = check_session_id(text(payload, "parent_conversation_id") or own)
    if kind in (Kind.TASK_START, Kind.TASK_END):
        return _task(kind, session_id, payload)
    return Event(
        kind,
        session_id,
        _transcript(payload, session_id),
        prompt=text(payload, "prompt"),
        model=text(payload, "model")[:200],
        written=(text(payload, "file_path"),) if kind == Kind.TOOL_USE else (),
        awaited=_TURN_ENDED if kind == Kind.TURN_END else "",
    )


def _task(kind: str, session_id: str, payload: dict[str, Any]) -> Event | None:
    """Ids of calls can have any characters, and are not in both events: the subagent's is used for both."""
    subagent = check_tool_id(text(payload, "subagent_id"))
    if not subagent:
        return None
    return Event(
        kind,
        session_id,
        _transcript(payload, session_id),
        tool_use_id=subagent,
        subagent_id=subagent,
        subagent_type=text(payload, "subagent_type")[:200],
        subagent_task=text(payload, "description") or text(payload, "task"),
        subagent_transcript=path(payload, "agent_transcript_path"),
    )


def _transcript(payload: dict[str, Any], session_id: str) -> str:
    """Older versions do not name it: then it is where Cursor keeps those of the workspace."""
    found = path(payload, "transcript_path")
    roots = payload.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    return found or (transcript_path(root, session_id) if root else "")
