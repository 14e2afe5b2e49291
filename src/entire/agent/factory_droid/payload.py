"""What Droid's hooks send on standard input."""

from __future__ import annotations

import os

from entire.agent.defaults import first_text, member, path, text
from entire.agent.events import Event, Kind
from entire.agent.factory_droid import session_files
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
    "pre-compact": Kind.COMPACTION,
    "pre-tool-use": Kind.TASK_START,
    "post-tool-use": Kind.TASK_END,
    "notification": Kind.WAITING,
}
# The reference registers this, too. It does not say which subagent, nor anything else that we need.
_UNUSED = ("subagent-stop",)
_TASK = "Task"
_FOREIGN_KEYS = ("cursor_version", "conversation_id", "workspace_roots", "entire_plugin")


def is_foreign(payload: dict[str, Any]) -> bool:
    """Whether the call has what Droid's never have, or the transcript of another client."""
    if any(key in payload for key in _FOREIGN_KEYS):
        return True
    found = first_text(payload, "transcript_path", "transcriptPath")
    if found.startswith(os.path.join(session_files.sessions_dir(), "")) or "/.factory/" in found:
        return False
    return bool(found) or "timestamp" in payload


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        if verb in _UNUSED:
            return None
        raise EntireError(f"unknown Droid hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(first_text(payload, "session_id", "sessionId"))
    transcript = path(payload, "transcript_path" if "transcript_path" in payload else "transcriptPath")
    first = session_files.first_record(transcript)
    if first.get("callingSessionId"):
        return None  # a worker: what it does belongs to the session that called it
    if kind in (Kind.TASK_START, Kind.TASK_END):
        return _task(kind, session_id, transcript, payload)
    prompt = text(payload, "prompt")
    if kind == Kind.SESSION_START and session_files.is_headless(transcript):
        # No hook will report the prompt. A new session has it as its title, shortened.
        kind = Kind.TURN_START
        prompt = text(first, "title") if payload.get("source") == "startup" else ""
    return Event(kind, session_id, transcript, prompt=prompt)


def _task(kind: str, session_id: str, transcript: str, payload: dict[str, Any]) -> Event | None:
    if first_text(payload, "tool_name", "toolName") != _TASK:
        return None
    given = member(payload, "tool_input") or member(payload, "toolInput")
    known = text(payload, "tool_use_id") or session_files.call_id(transcript, _TASK, given)
    if not known:
        return None
    return Event(
        kind,
        session_id,
        transcript,
        tool_name=_TASK,
        tool_use_id=check_tool_id(known),
        tool_input=given,
        subagent_type=text(given, "subagent_type"),
        subagent_task=text(given, "description"),
    )
