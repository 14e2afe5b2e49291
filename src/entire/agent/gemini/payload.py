"""What Gemini CLI's hooks send on standard input.

Calls of tools have no id. The id of a subagent's call is made from what it was asked, which the call, its
end and the transcript all have.
"""

from __future__ import annotations

from entire.agent.defaults import member, path, text
from entire.agent.events import Event, Kind, Todo, TodoChange, Todos
from entire.core.errors import EntireError
from entire.core.paths import check_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "session-end": Kind.SESSION_END,
    "before-agent": Kind.TURN_START,
    "after-agent": Kind.TURN_END,
    "before-tool": Kind.TASK_START,
    "after-tool": Kind.TASK_END,
    "pre-compress": Kind.COMPACTION,
    "notification": Kind.WAITING,  # the client's only one: a tool needs a permission
}
# What the reference has installed besides; these mean nothing here.
_UNUSED = ("before-model", "after-model", "before-tool-selection")

SUBAGENT, TODOS = "invoke_agent", "write_todos"
NOT_TYPED = "[System: "  # how prompts start that the client wrote


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None and verb in _UNUSED:
        return None
    if kind is None:
        raise EntireError(f"unknown Gemini CLI hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(text(payload, "session_id"))
    transcript = path(payload, "transcript_path")
    if kind in (Kind.TASK_START, Kind.TASK_END):
        return _tool(kind, session_id, transcript, payload)
    if kind == Kind.COMPACTION and payload.get("trigger") != "manual":
        return None  # `auto` comes before every call of the model, whether or not it compresses
    prompt = text(payload, "prompt") if kind == Kind.TURN_START else ""
    # The transcript is complete when a turn ends: no need to wait for the last message. The client's shell
    # sets `core.hooksPath` to nothing.
    return Event(
        kind,
        session_id,
        transcript,
        prompt=prompt,
        synthetic=prompt.startswith(NOT_TYPED),
        unhooked=kind in (Kind.TURN_START, Kind.TURN_END, Kind.SESSION_END),
    )


def _tool(kind: str, session_id: str, transcript: str, payload: dict[str, Any]) -> Event | None:
    name, given = text(payload, "tool_name"), member(payload, "tool_input")
    if name == TODOS and kind == Kind.TASK_END:
        return Event(
            Kind.TODO,
            session_id,
            transcript,
            tool_name=name,
            tool_use_id=call_id(name, given),
            tool_input=given,
            todos=_todos(given),
            maybe_subagent=True,
        )
    if name != SUBAGENT:
        return None
    found = ""
    if kind == Kind.TASK_END:
        from entire.agent.gemini import places

        found = places.subagent_of(transcript, session_id, text(given, "prompt"))
    return Event(
        kind,
        session_id,
        transcript,
        tool_name=name,
        tool_use_id=call_id(name, given),
        tool_input=given,
        subagent_id=found,
        subagent_type=text(given, "agent_name"),
        subagent_task=_task(text(given, "prompt")),
    )


def call_id(name: str, given: dict[str, Any]) -> str:
    """The id of a call, made from what was asked for."""
    import zlib

    asked = text(given, "agent_name") + "\0" + text(given, "prompt") if name == SUBAGENT else repr(given)
    return f"{name}_{zlib.crc32(asked.encode('utf-8', 'surrogatepass')):08x}"


def _task(prompt: str) -> str:
    """The first line of what a subagent was asked."""
    return prompt.strip().partition("\n")[0][:200]


def _todos(given: dict[str, Any]) -> Todos:
    items = given.get("todos")
    found = (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
    named = ((text(item, "description"), text(item, "status")) for item in found)
    return Todos(TodoChange.WHOLE, tuple(Todo(what, status) for what, status in named if what))
