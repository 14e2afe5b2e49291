"""The records of a Cursor transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.cursor.records import blocks_of, prompt_of, use_of
from entire.agent.defaults import text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

_HIDDEN = "[REDACTED]"  # what Cursor does not show
_TELLING = ("command", "description", "path", "file_path", "pattern", "glob_pattern", "query", "url", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation."""
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    if record.get("role") != "assistant":
        return []
    found = []
    for block in blocks_of(record):
        if block.get("type") == "text":
            answer = text(block, "text").replace(_HIDDEN, "").strip()
            found += [Entry(ASSISTANT, answer)] if answer else []
        elif block.get("type") == "tool_use" and (name := text(block, "name")):
            found.append(Entry(TOOL, name, _detail(name, block.get("input"))))
    return found


def _detail(name: str, given: Any) -> str:
    arguments = given if isinstance(given, dict) else {}
    detail = next(filter(None, (text(arguments, key).strip() for key in _TELLING)), "")
    return detail or ", ".join(use_of(name, given).paths)
