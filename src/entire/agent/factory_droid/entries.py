"""The records of a Droid transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.defaults import text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.factory_droid.records import blocks_of, message_of, prompt_of, use_of

_TELLING = (
    *("command", "summary", "description", "file_path", "notebook_path", "directory_path"),
    *("pattern", "patterns", "query", "skill", "url", "name"),
)


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing."""
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    message = message_of(record)
    if message.get("role") != "assistant" or message.get("visibility"):
        return []
    found = []
    for block in blocks_of(message):
        if block.get("type") == "text" and (answer := text(block, "text").strip()):
            found.append(Entry(ASSISTANT, answer))
        elif block.get("type") == "tool_use" and (name := text(block, "name")):
            found.append(Entry(TOOL, name, _detail(name, block.get("input"))))
    return found


def _detail(name: str, given: Any) -> str:
    if name == "ApplyPatch":
        return ", ".join(use_of(name, given).paths)
    arguments = given if isinstance(given, dict) else {}
    return next(filter(None, (text(arguments, key).strip() for key in _TELLING)), "")
