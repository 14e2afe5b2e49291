"""Messages of version 2 of OpenCode, which are `{"id": …, "type": …}`, in the shape of version 1.

No such client was seen: this follows its public source, of which docs/agents.md names the state.
"""

from __future__ import annotations

from entire.agent.defaults import member, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ANSWERS = ("assistant", "compaction")  # what a model was asked for


def as_older(record: dict[str, Any]) -> dict[str, Any]:
    """The same message as version 1 has it; one that it has already stays as it is."""
    kind = text(record, "type")
    if not kind or "info" in record:
        return record
    role = "assistant" if kind in _ANSWERS else kind
    info = {"id": text(record, "id"), "role": role, "time": member(record, "time")}
    if role == "assistant":
        info |= {"modelID": text(member(record, "model"), "id"), "tokens": member(record, "tokens")}
    content = record.get("content") if kind == "assistant" else None
    parts = [_part(one) for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    if kind == "user":
        parts = [{"type": "text", "text": text(record, "text")}]
    return {"info": info, "parts": parts}


def _part(one: dict[str, Any]) -> dict[str, Any]:
    if one.get("type") != "tool":
        return one
    state, time = member(one, "state"), member(one, "time")
    content = state.get("content")
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    more = {
        "output": "\n".join(text(block, "text") for block in blocks),
        "error": text(member(state, "error"), "message"),
        "time": {"start": time.get("ran") or time.get("created"), "end": time.get("completed")},
    }
    return {"type": "tool", "callID": text(one, "id"), "tool": text(one, "name"), "state": state | more}


def is_complete(kind: str, message: dict[str, Any]) -> bool:
    """Whether the client is done with a message."""
    if kind == "assistant":
        return bool(member(message, "time").get("completed") or message.get("error"))
    return text(message, "status") != "running"


def directory_of(session: dict[str, Any]) -> str:
    """Where a session began, in the words of either version."""
    return text(session, "directory") or text(member(session, "location"), "directory")
