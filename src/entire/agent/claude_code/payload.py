"""What Claude Code's hooks send on standard input."""

from __future__ import annotations

from entire.agent.claude_code.records import NOTIFICATION
from entire.agent.defaults import member, path, text
from entire.agent.events import Event, Kind, Todo, TodoChange, Todos
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
    "notification": Kind.WAITING,
}
_NOT_WAITING = "auth_success"  # the only notification that asks for nothing
# Tools that change the to-do list. The oldest of them never says which subagent called it.
_TODO_WRITE, _TASK_CREATE, _TASK_UPDATE = "TodoWrite", "TaskCreate", "TaskUpdate"


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown Claude Code hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(text(payload, "session_id"))
    response = member(payload, "tool_response")
    subagent = text(payload, "agent_id") or text(response, "agentId")
    if kind == Kind.SUBAGENT_END and not text(payload, "agent_type"):
        return None  # compaction runs in the guise of a subagent that never existed
    if kind in (Kind.TURN_START, Kind.TURN_END) and subagent:
        return None  # a subagent's own turn
    if kind == Kind.WAITING and payload.get("notification_type") == _NOT_WAITING:
        return None
    if kind == Kind.SESSION_START and payload.get("source") == "compact":
        kind = Kind.COMPACTION  # the same session continues, perhaps in the middle of a turn
    prompt = text(payload, "prompt")
    tool_input = member(payload, "tool_input")
    tool_name = text(payload, "tool_name")[:100]
    tool_use_id = check_tool_id(text(payload, "tool_use_id"))
    return Event(
        kind,
        session_id,
        path(payload, "transcript_path"),
        prompt=prompt,
        model=text(payload, "model")[:200],
        last_message=text(payload, "last_assistant_message"),
        synthetic=prompt.lstrip().startswith(NOTIFICATION),
        tool_name=tool_name,
        awaited=tool_use_id if kind == Kind.TODO and not subagent else "",  # a subagent notes it elsewhere
        tool_use_id=tool_use_id,
        tool_input=tool_input,
        todos=todos_of(tool_name, tool_input) if kind == Kind.TODO else None,
        subagent_id=check_tool_id(subagent),
        subagent_type=text(payload, "agent_type") or text(tool_input, "subagent_type"),
        subagent_task=text(tool_input, "description"),
        maybe_subagent=tool_name == _TODO_WRITE and not subagent,
        subagent_transcript=path(payload, "agent_transcript_path"),
        finished=text(response, "status") in ("", "completed"),
    )


def todos_of(tool_name: str, tool_input: dict[str, Any]) -> Todos:
    """The change of the to-do list that a tool made."""
    if tool_name == _TASK_CREATE:
        return Todos(TodoChange.ADDED, (Todo(text(tool_input, "subject")),))
    if tool_name == _TASK_UPDATE:
        task_id, status = str(tool_input.get("taskId", "")), text(tool_input, "status")
        return Todos(TodoChange.UPDATED, (Todo("", status, task_id),))
    items = tool_input.get("todos")
    found = (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
    return Todos(
        TodoChange.WHOLE,
        tuple(Todo(text(item, "content"), text(item, "status")) for item in found if text(item, "content")),
    )
