"""The entries of a Pi session as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.pi.records import calls_of, message_of, prompt_of, texts_of

_TELLING = ("command", "path", "pattern", "query", "url", "name")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one entry adds to the conversation; often nothing."""
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    answer = message_of(record, "assistant")
    words = texts_of(answer).strip()
    called = [Entry(TOOL, name, _detail(call)) for call in calls_of(answer) if (name := text(call, "name"))]
    return ([Entry(ASSISTANT, words)] if words else []) + called


def _detail(call: dict[str, Any]) -> str:
    given = member(call, "arguments")
    return next(filter(None, (text(given, key).strip() for key in _TELLING)), "")
