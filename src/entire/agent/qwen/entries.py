"""The records of a Qwen Code transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.qwen.records import calls_of, prompt_of, texts_of

# Tools that are described by one argument; the others show the first of `_TELLING` that they have.
_BY_TOOL = {"run_shell_command": ("command",)}
_TELLING = ("description", "file_path", "notebook_path", "path", "pattern", "query", "url", "skill", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing."""
    if record.get("type") == "user":
        prompt = prompt_of(record)
        return [Entry(USER, prompt)] if prompt else []
    if record.get("type") != "assistant" or record.get("isSidechain"):
        return []
    words = texts_of(record).strip()
    calls = [Entry(TOOL, text(call, "name"), _detail(call)) for call in calls_of(record)]
    return ([Entry(ASSISTANT, words)] if words else []) + [call for call in calls if call.text]


def _detail(call: dict[str, Any]) -> str:
    given = member(call, "args")
    keys = _BY_TOOL.get(text(call, "name"), _TELLING)
    return next(filter(None, (text(given, key).strip() for key in keys)), "")
