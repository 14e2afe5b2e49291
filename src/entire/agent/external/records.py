"""Records of transcripts in the shapes that most agents use: who says something, and what."""

from __future__ import annotations

from entire.agent.defaults import first_text, member, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from entire.agent.entries import Entry

_USERS = frozenset({"user", "human", "prompt", "user_message"})
_ANSWERS = frozenset({"assistant", "ai", "agent", "model", "assistant_message"})
_WHO = ("role", "type", "kind", "sender", "author")
_TEXTS = ("content", "text", "prompt", "message")
_CALLS = frozenset({"tool_use", "tool_call", "function_call", "toolCall", "tool"})
_MOST_TEXTS = 2000  # of one record


def is_user(record: dict[str, Any]) -> bool:
    return _who(record) in _USERS


def is_answer(record: dict[str, Any]) -> bool:
    return _who(record) in _ANSWERS


def _who(record: dict[str, Any]) -> str:
    own = (text(record, key).lower() for key in _WHO)
    return next((name for name in own if name in _USERS | _ANSWERS), text(member(record, "message"), "role"))


def text_of(record: dict[str, Any]) -> str:
    """What the record says, without calls of tools and what they returned."""
    return "\n\n".join(filter(None, (text(block, "text").strip() for block in blocks(record)))).strip()


def blocks(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a message; a text alone is one."""
    for holder in (record, member(record, "message"), member(record, "payload")):
        for key in _TEXTS:
            found = holder.get(key)
            if isinstance(found, str) and found.strip():
                return [{"type": "text", "text": found}]
            if isinstance(found, list) and found:
                texts = ({"type": "text", "text": one} if isinstance(one, str) else one for one in found)
                return [one for one in texts if isinstance(one, dict)]
    return []


def prompt_of(record: dict[str, Any]) -> str:
    return text_of(record) if is_user(record) else ""


def calls(record: dict[str, Any]) -> list[tuple[str, str]]:
    """The tools that it calls, each with its most telling argument."""
    listed = record.get("tool_calls")
    more = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    found = [block for block in blocks(record) if text(block, "type") in _CALLS] + more
    return [(name, _detail(call)) for call in found if (name := first_text(call, "name", "tool"))]


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What it adds to the conversation; nothing if it has none of these shapes."""
    from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    answer = text_of(record) if is_answer(record) else ""
    found = [Entry(TOOL, name, detail) for name, detail in calls(record)]
    return ([Entry(ASSISTANT, answer)] if answer else []) + found


def _detail(call: dict[str, Any]) -> str:
    given = member(call, "input") or member(call, "arguments") or member(call, "args") or call
    return first_text(given, "path", "file_path", "filePath", "command", "query", "url", "description")


def texts(record: dict[str, Any]) -> Iterator[str]:
    """All texts in a record, however deep; not more than a sensible number."""
    waiting: list[Any] = [record]
    left = _MOST_TEXTS
    while waiting and left:
        left -= 1
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict | list):
            waiting += reversed([*one.values()] if isinstance(one, dict) else one)
