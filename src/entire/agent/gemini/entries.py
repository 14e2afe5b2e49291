"""The records of a Gemini CLI transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.gemini.records import calls_of, prompt_of, texts_of

# What describes a call best: the first of these that it has.
_TELLING = ("command", "file_path", "path", "dir_path", "pattern", "query", "prompt", "url", "name", "title")
_AGENT = "agent_name"


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing."""
    if record.get("type") == "user":
        prompt = prompt_of(record)
        return [Entry(USER, prompt)] if prompt else []
    if record.get("type") != "gemini":
        return []
    words = texts_of(record)
    calls = [Entry(TOOL, text(call, "name"), _detail(member(call, "args"))) for call in calls_of(record)]
    return ([Entry(ASSISTANT, words)] if words else []) + [call for call in calls if call.text]


def _detail(given: dict[str, Any]) -> str:
    found = next(filter(None, (text(given, key).strip() for key in _TELLING)), "")
    return ": ".join(filter(None, (text(given, _AGENT), found)))
