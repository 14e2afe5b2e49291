"""The records of a Copilot CLI transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.copilot_cli.records import prompt_of, use_of
from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

_TELLING = ("command", "description", "path", "pattern", "query", "skill", "url", "intent", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing. Subagents' own words are left out."""
    if record.get("agentId"):
        return []
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    if record.get("type") != "assistant.message":
        return []
    data = member(record, "data")
    answer = text(data, "content").strip()
    requests = data.get("toolRequests")
    calls = [call for call in requests if isinstance(call, dict)] if isinstance(requests, list) else []
    found = [Entry(ASSISTANT, answer)] if answer else []
    return found + [
        Entry(TOOL, name, _detail(name, call.get("arguments")))
        for call in calls
        if (name := text(call, "name"))
    ]


def _detail(name: str, given: Any) -> str:
    if name == "apply_patch":
        return ", ".join(use_of(name, given).paths)
    arguments = given if isinstance(given, dict) else {}
    return next(filter(None, (text(arguments, key).strip() for key in _TELLING)), "")
