"""The records of a Claude Code transcript as a conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from entire.agent.claude_code.records import prompt_of
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

# Skills come as prompts that no user typed: pages of instructions.
_SKILL = "Base directory for this skill:"

# Tools that are described by one argument; the others show the first of `_TELLING` that they have.
_BY_TOOL = {
    "Bash": ("command", "description"),
    "Skill": ("skill",),
    "Read": ("file_path", "notebook_path"),
    "WebFetch": ("url",),
    "TaskCreate": ("subject",),
}
_TELLING = ("description", "command", "file_path", "notebook_path", "pattern", "query", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing."""
    kind = record.get("type")
    if record.get("isSidechain"):
        return []  # a subagent's own words, in the transcripts of older versions
    if kind in ("user", "human"):
        prompt = prompt_of(record)
        return [Entry(USER, prompt)] if prompt and not prompt.startswith(_SKILL) else []
    return list(_answer(record.get("message"))) if kind == "assistant" else []


def _answer(message: Any) -> Iterator[Entry]:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else []:
        if not isinstance(block, dict):
            continue
        if block.get("type") == "text" and _text(block, "text"):
            yield Entry(ASSISTANT, _text(block, "text"))
        elif block.get("type") == "tool_use" and _text(block, "name"):
            given = block.get("input")
            yield Entry(TOOL, _text(block, "name"), _detail(_text(block, "name"), given))


def _detail(tool: str, given: Any) -> str:
    if not isinstance(given, dict):
        return ""
    if tool == "TaskUpdate":
        return " ".join(filter(None, (_text(given, "taskId"), _text(given, "status"))))
    keys = _BY_TOOL.get(tool, _TELLING)
    return next(filter(None, (_text(given, key) for key in keys)), "")


def _text(block: dict[str, Any], key: str) -> str:
    value = block.get(key)
    return value.strip() if isinstance(value, str) else ""
