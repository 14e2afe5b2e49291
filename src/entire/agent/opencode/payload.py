"""What our plugin in OpenCode sends on standard input, and what the reference's does."""

from __future__ import annotations

from entire.agent import todos
from entire.agent.defaults import first_text, member, text
from entire.agent.events import Event, Kind
from entire.agent.opencode.places import sources, subagent_path, transcript_path
from entire.agent.opencode.prompts import unquoted
from entire.agent.opencode.records import use_of
from entire.core.errors import EntireError
from entire.core.paths import check_session_id, check_tool_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "turn-start": Kind.TURN_START,
    "turn-end": Kind.TURN_END,
    "compaction": Kind.COMPACTION,
    "subagent-start": Kind.TASK_START,
    "subagent-stop": Kind.TASK_END,
    "subagent-end": Kind.SUBAGENT_END,
    "todo": Kind.TODO,
    "tool-use": Kind.TOOL_USE,
    "session-end": Kind.SESSION_END,
}
_TOOLS = {Kind.TASK_START: "task", Kind.TASK_END: "task", Kind.TODO: "todowrite"}  # in version 1
_KEYS = frozenset(
    {
        "session_id",
        "prompt",
        "model",
        "message_id",
        "tool_use_id",
        "tool_input",
        "subagent_id",
        "entire_plugin",
        "tool_name",  # this one and the next: only in version 2
        "running",
    }
)


def is_foreign(payload: dict[str, Any]) -> bool:
    """Whether a call has what no plugin for OpenCode sends."""
    plugin = text(payload, "entire_plugin")
    return not payload.keys() <= _KEYS or bool(plugin and not plugin.startswith("opencode/"))


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown OpenCode hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    session_id = check_session_id(text(payload, "session_id"))
    given = member(payload, "tool_input")
    transcript = transcript_path("", session_id)
    child = check_tool_id(text(payload, "subagent_id"))
    tool = text(payload, "tool_name")[:200]
    return Event(
        kind,
        session_id,
        transcript,
        transcript_sources=sources(),
        prompt=unquoted(text(payload, "prompt")),
        model=text(payload, "model")[:200],
        tool_name=tool or _TOOLS.get(kind, ""),
        tool_use_id=check_tool_id(text(payload, "tool_use_id")),
        tool_input=given or None,
        todos=todos.whole(given) if kind == Kind.TODO else None,
        subagent_id=child,
        subagent_type=first_text(given, "subagent_type", "agent")[:200],
        subagent_task=text(given, "description"),
        subagent_transcript=subagent_path(transcript, child) if child else "",
        written=use_of(tool, given, {}).paths if kind == Kind.TOOL_USE else (),
        finished=payload.get("running") is not True,
    )
