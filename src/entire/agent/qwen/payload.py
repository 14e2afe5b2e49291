"""What Qwen Code's hooks send on standard input."""

from __future__ import annotations

from entire.agent import todos
from entire.agent.defaults import member, path, text
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id, valid_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "session-end": Kind.SESSION_END,
    "user-prompt-submit": Kind.TURN_START,
    "stop": Kind.TURN_END,
    "stop-failure": Kind.TURN_END,
    "pre-compact": Kind.COMPACTION,
    "pre-task": Kind.TASK_START,
    "post-task": Kind.TASK_END,
    "post-todo": Kind.TODO,
    "subagent-stop": Kind.SUBAGENT_END,
    "notification": Kind.WAITING,
}
_NOT_WAITING = "auth_success"  # whenever the client starts


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown Qwen Code hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(text(payload, "session_id"))
    agent_id = check_tool_id(text(payload, "agent_id"))
    prompt = text(payload, "submitted_prompt") or text(payload, "prompt")
    if kind in (Kind.TURN_START, Kind.TURN_END) and agent_id:
        return None  # a subagent's own turn
    if kind == Kind.WAITING and payload.get("notification_type") == _NOT_WAITING:
        return None
    if kind == Kind.TURN_START and not prompt.strip():
        return None  # the turn continues: the client asks again after each call of tools
    if kind == Kind.SESSION_START and payload.get("source") == "compact":
        kind = Kind.COMPACTION  # the same session continues, perhaps in the middle of a turn
    given = member(payload, "tool_input")
    # The transcript knows a call by what the model called it.
    call = check_tool_id(text(payload, "tool_call_id") or text(payload, "tool_use_id"))
    in_background = given.get("run_in_background") is True
    transcript = path(payload, "transcript_path")
    return Event(
        kind,
        session_id,
        transcript,
        prompt=prompt if kind == Kind.TURN_START else "",
        model=text(payload, "model")[:200],
        last_message=text(payload, "last_assistant_message"),
        tool_name=text(payload, "tool_name")[:100],
        tool_use_id=call,
        tool_input=given,
        todos=todos.whole(given) if kind == Kind.TODO else None,
        subagent_id=agent_id or _called(kind, text(given, "subagent_type"), call),
        subagent_type=text(payload, "agent_type") or text(given, "subagent_type"),
        subagent_task=text(given, "description"),
        subagent_transcript=_own(path(payload, "agent_transcript_path"), transcript),
        finished=not (kind == Kind.TASK_END and in_background),
    )


def _called(kind: str, subagent_type: str, call: str) -> str:
    """The id that the client gives to the subagent of a call."""
    found = f"{subagent_type}-{call}"
    wanted = kind == Kind.TASK_END and subagent_type and call and valid_tool_id(found)
    return found if wanted else ""


def _own(found: str, transcript: str) -> str:
    """A subagent that the session waits for has the session's transcript in its payload: not its own."""
    return found if found != transcript else ""
