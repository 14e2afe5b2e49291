"""What the hooks of an external agent report: its program reads the payload, and we check what it says."""

from __future__ import annotations

from entire.agent.defaults import first_text, member, number, path, text
from entire.agent.events import Event, Kind
from entire.core.paths import check_session_id, check_tool_id, valid_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    1: Kind.SESSION_START,
    2: Kind.TURN_START,
    3: Kind.TURN_END,
    4: Kind.COMPACTION,
    5: Kind.SESSION_END,
    6: Kind.TASK_START,
    7: Kind.TASK_END,
}
TASKS = (Kind.TASK_START, Kind.TASK_END)
# Names that most agents use, for a hook whose payload the program could not read.
_USUAL = {
    "session-start": Kind.SESSION_START,
    "user-prompt-submit": Kind.TURN_START,
    "turn-start": Kind.TURN_START,
    "prompt": Kind.TURN_START,
    "stop": Kind.TURN_END,
    "turn-end": Kind.TURN_END,
    "session-end": Kind.SESSION_END,
}


def checked(raw: Any) -> Event | None:
    """What `parse-hook` returned; None for `null` and for unknown kinds. Raises EntireError."""
    if not isinstance(raw, dict):
        return None
    kind = _KINDS.get(number(raw, "type"))
    if kind is None:
        return None
    event = Event(
        kind,
        check_session_id(text(raw, "session_id")),
        _reference(raw),
        prompt=text(raw, "prompt"),
        model=text(raw, "model")[:200],
    )
    if kind not in TASKS:
        return event
    return event.replace(
        tool_use_id=check_tool_id(text(raw, "tool_use_id")),
        tool_input=member(raw, "tool_input") or None,
        subagent_id=check_tool_id(text(raw, "subagent_id")),
        subagent_type=text(raw, "subagent_type")[:200],
        subagent_task=text(raw, "task_description"),
    )


def guessed(verb: str, payload: dict[str, Any]) -> Event | None:
    """What a payload means if it has the names that most agents use; None if it has not."""
    kind = _USUAL.get(verb.lower().replace("_", "-"))
    session_id = first_text(payload, "session_id", "sessionId", "session")
    if kind is None or not valid_session_id(session_id):
        return None
    names = {key: payload.get(key) for key in ("session_ref", "transcript_path", "transcriptPath")}
    found = next((value for value in names.values() if isinstance(value, str) and value.startswith("/")), "")
    return Event(kind, session_id, path({"": found}, ""), prompt=text(payload, "prompt"))


def _reference(raw: dict[str, Any]) -> str:
    """The transcript, if the agent keeps it in a file. Others have a key, with which we cannot read it."""
    return path(raw, "session_ref") if text(raw, "session_ref").startswith("/") else ""
