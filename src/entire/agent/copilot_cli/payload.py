"""What Copilot CLI's hooks send on standard input.

Events that are registered in camelCase, as ours are, come with members in camelCase; those in PascalCase come
in snake_case, with the names of Claude Code's events.
"""

from __future__ import annotations

import os

from entire.agent.defaults import first_text, path, text
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "session-end": Kind.SESSION_END,
    "user-prompt-submitted": Kind.TURN_START,
    "agent-stop": Kind.TURN_END,
    "pre-compact": Kind.COMPACTION,
    "subagent-start": Kind.TASK_START,
    "subagent-stop": Kind.TASK_END,
}
# The reference registers these, too. They say nothing that the transcript does not.
_UNUSED = ("pre-tool-use", "post-tool-use", "error-occurred")

# Cursor's members, and how VS Code names the event: both run hooks that they find in other agents' files. And
# what our own plugins send for other agents.
_FOREIGN_KEYS = ("cursor_version", "conversation_id", "workspace_roots", "hookEventName", "entire_plugin")


def sessions_dir() -> str:
    home = os.environ.get("COPILOT_HOME") or os.path.expanduser("~/.copilot")
    return os.path.join(home, "session-state")


def transcript_path(session_id: str) -> str:
    return os.path.join(sessions_dir(), session_id, "events.jsonl")


def is_foreign(payload: dict[str, Any]) -> bool:
    """Whether the call has what Copilot's never have, or another client's transcript."""
    if any(key in payload for key in _FOREIGN_KEYS):
        return True
    found = first_text(payload, "transcriptPath", "transcript_path")
    return bool(found) and os.path.basename(found) != "events.jsonl"


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        if verb in _UNUSED:
            return None
        raise EntireError(f"unknown Copilot CLI hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(first_text(payload, "sessionId", "session_id"))
    subagent = check_tool_id(first_text(payload, "agentId", "agent_id"))
    if kind in (Kind.TURN_START, Kind.TURN_END) and subagent:
        return None  # a subagent's turn, under another session id
    named = "transcriptPath" if "transcriptPath" in payload else "transcript_path"
    return Event(
        kind,
        session_id,
        path(payload, named) or transcript_path(session_id),
        prompt=text(payload, "prompt"),
        awaited=_written_with(payload) if kind == Kind.TURN_END else "",
        tool_use_id=subagent,  # calls have no id of their own here
        subagent_id=subagent,
        subagent_type=first_text(payload, "agentType", "agentName")[:200],
        subagent_task=first_text(payload, "agentDescription", "agentDisplayName"),
    )


def _written_with(payload: dict[str, Any]) -> str:
    """What the transcript has once all before this call is written: the call itself, by its time."""
    time = payload.get("timestamp")
    return f'"timestamp":{time}' if isinstance(time, int) and not isinstance(time, bool) else ""
