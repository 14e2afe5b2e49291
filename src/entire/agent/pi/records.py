"""The entries of a Pi session: prompts, files, tokens, commands, the model. Unknown kinds are skipped.

They are a tree: each names its parent, and the branch that ends with the last one is the conversation.
"""

from __future__ import annotations

from entire.agent import calls
from entire.agent.defaults import Tools, member, number, text, tool_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

TOOLS = Tools(
    writes=dict.fromkeys(("write", "edit"), ("path",)),
    harmless=frozenset({"read", "grep", "find", "ls"}),
)


def record_id(record: dict[str, Any]) -> str:
    """The session's own id, in the first line, is not an entry's."""
    return "" if record.get("type") == "session" else text(record, "id")


def message_of(record: dict[str, Any], role: str) -> dict[str, Any]:
    """The message of an entry, if it is of this role; else empty."""
    message = member(record, "message") if record.get("type") == "message" else {}
    return message if message.get("role") == role else {}


def texts_of(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    found = (block for block in blocks if isinstance(block, dict) and block.get("type") == "text")
    return "\n".join(text(block, "text") for block in found)


def calls_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == "toolCall"]


def prompt_of(record: dict[str, Any]) -> str:
    return texts_of(message_of(record, "user")).strip()


def has_result(record: dict[str, Any], tool_use_id: str) -> bool:
    return text(message_of(record, "toolResult"), "toolCallId") == tool_use_id != ""


def current(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The branch that ends with the last entry."""
    by_id = {id: record for record in records if (id := record_id(record))}
    kept: set[str] = set()
    entry = next((record for record in reversed(records) if record_id(record)), None)
    while entry is not None and (id := record_id(entry)) not in kept:
        kept.add(id)
        entry = by_id.get(text(entry, "parentId"))
    return [record for record in records if not record_id(record) or record_id(record) in kept]


def read_record(record: dict[str, Any], facts: Facts) -> None:
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    time = text(record, "timestamp")
    if answer := message_of(record, "assistant"):
        facts.model = text(answer, "model")[:200] or facts.model
        for call in calls_of(answer):
            _read_call(call, facts, time)
        _count(record, member(answer, "usage"), facts)
    elif result := message_of(record, "toolResult"):
        calls.note_result(
            text(result, "toolCallId"), texts_of(result), facts, time, failed=result.get("isError") is True
        )
    elif record.get("type") in ("usage", "compaction"):
        _count(record, member(record, "usage"), facts)


def _read_call(call: dict[str, Any], facts: Facts, time: str) -> None:
    name, given = text(call, "name"), member(call, "arguments")
    whole = given.get("content") if name == "write" else None
    content = whole if isinstance(whole, str) else None
    calls.note_call(tool_use(TOOLS, name, given), text(call, "id"), given, facts, time, content)


def _count(record: dict[str, Any], used: dict[str, Any], facts: Facts) -> None:
    numbers = tuple(number(used, key) for key in ("input", "cacheWrite", "cacheRead", "output"))
    if any(numbers):
        facts.usage.count(record_id(record), (numbers[0], numbers[1], numbers[2], numbers[3]))
