"""What Codex's hooks send on standard input."""

from __future__ import annotations

from entire.agent.defaults import path, text
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "user-prompt-submit": Kind.TURN_START,
    "stop": Kind.TURN_END,
    "pre-compact": Kind.COMPACTION,
    "subagent-start": Kind.TASK_START,
    "subagent-stop": Kind.TASK_END,
    "session-end": Kind.SESSION_END,
}
# What the reference installs too. The transcript has all that these say.
_NOT_NEEDED = ("pre-tool-use", "post-tool-use", "post-compact")
_TASKS = (Kind.TASK_START, Kind.TASK_END)
_END_SECONDS = 2.5  # Codex ends the hook after three


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if verb in _NOT_NEEDED:
        return None
    if kind is None:
        raise EntireError(f"unknown Codex hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(text(payload, "session_id"))  # in a subagent that of its caller
    subagent = check_tool_id(text(payload, "agent_id"))
    transcript = path(payload, "transcript_path")
    if subagent and kind not in _TASKS:
        return None  # a subagent's own turn, in its own transcript
    if kind in _TASKS:
        if not subagent:
            raise EntireError("the hook's input does not say which subagent it is about")
        return Event(
            kind,
            session_id,
            transcript if kind == Kind.TASK_END else "",
            last_message=text(payload, "last_assistant_message"),
            tool_use_id=subagent,  # no tool call is named
            subagent_id=subagent,
            subagent_type=text(payload, "agent_type"),
            subagent_transcript=path(payload, "agent_transcript_path"),
        )
    if kind == Kind.SESSION_START and payload.get("source") == "compact":
        kind = Kind.COMPACTION  # the same session continues
    return Event(
        kind,
        session_id,
        transcript,
        prompt=text(payload, "prompt"),
        model=text(payload, "model")[:200],
        last_message=text(payload, "last_assistant_message"),
        seconds=_END_SECONDS if kind == Kind.SESSION_END else 0.0,
    )
