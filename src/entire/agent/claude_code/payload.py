"""What Claude Code's hooks send on standard input."""

from __future__ import annotations

import os

from entire.agent.claude_code.records import NOTIFICATION
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "session-end": Kind.SESSION_END,
    "user-prompt-submit": Kind.TURN_START,
    "stop": Kind.TURN_END,
    "pre-task": Kind.TASK_START,
    "post-task": Kind.TASK_END,
    "post-todo": Kind.TODO,
    "subagent-stop": Kind.SUBAGENT_END,
}
_LONGEST_PATH = 4096


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown Claude Code hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(_text(payload, "session_id"))
    response = _object(payload, "tool_response")
    subagent = _text(payload, "agent_id") or _text(response, "agentId")
    if kind == Kind.SUBAGENT_END and not _text(payload, "agent_type"):
        return None  # compaction runs in the guise of a subagent that never existed
    if kind in (Kind.TURN_START, Kind.TURN_END) and subagent:
        return None  # a subagent's own turn
    if kind == Kind.SESSION_START and payload.get("source") == "compact":
        kind = Kind.COMPACTION  # the same session goes on, perhaps in the middle of a turn
    prompt = _text(payload, "prompt")
    tool_input = _object(payload, "tool_input")
    return Event(
        kind,
        session_id,
        _path(payload, "transcript_path"),
        prompt=prompt,
        model=_text(payload, "model")[:200],
        last_message=_text(payload, "last_assistant_message"),
        synthetic=prompt.lstrip().startswith(NOTIFICATION),
        tool_name=_text(payload, "tool_name")[:100],
        tool_use_id=check_tool_id(_text(payload, "tool_use_id")),
        tool_input=tool_input,
        subagent_id=check_tool_id(subagent),
        subagent_type=_text(payload, "agent_type") or _text(tool_input, "subagent_type"),
        subagent_transcript=_path(payload, "agent_transcript_path"),
        finished=_text(response, "status") in ("", "completed"),
    )


def _text(payload: dict[str, Any], key: str) -> str:
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def _object(payload: dict[str, Any], key: str) -> dict[str, Any]:
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def _path(payload: dict[str, Any], key: str) -> str:
    path = _text(payload, key)
    if not path:
        return ""
    if len(path) > _LONGEST_PATH or "\0" in path or "\n" in path or not os.path.isabs(path):
        raise EntireError(f"not a usable path in the hook's input: {path[:80]!r}")
    return path
