"""The messages of an OpenCode session as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.opencode.newer import as_older
from entire.agent.opencode.records import PATCHES, prompt_of, use_of

# Tools that are described by one argument; the others show the first of `_TELLING` that they have.
_BY_TOOL = dict.fromkeys(("bash", "shell"), ("command",))
_TELLING = ("description", "filePath", "path", "pattern", "query", "url", "command", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one message adds to the conversation, in its order."""
    record = as_older(record)
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    if member(record, "info").get("role") != "assistant":
        return []
    parts = record.get("parts")
    found = [_entry(part) for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return [entry for entry in found if entry is not None and entry.text]


def _entry(part: dict[str, Any]) -> Entry | None:
    if part.get("type") == "text":
        return Entry(ASSISTANT, text(part, "text").strip())
    if part.get("type") != "tool":
        return None
    name, state = text(part, "tool"), member(part, "state")
    given = member(state, "input")
    if name in PATCHES:
        return Entry(TOOL, name, ", ".join(use_of(name, given, member(state, "metadata")).paths))
    keys = _BY_TOOL.get(name, _TELLING)
    return Entry(TOOL, name, next(filter(None, (text(given, key).strip() for key in keys)), ""))
