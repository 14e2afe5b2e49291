"""The records of a Codex transcript as a conversation."""

from __future__ import annotations

from typing import Any

from entire.agent import patch
from entire.agent.codex import calls
from entire.agent.codex.records import answer_of, prompt_of
from entire.agent.defaults import member, text
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

_PROGRAM = "exec"  # it calls other tools, whose events are shown instead
_INSIDE = "exec-"  # how their ids start
_TELLING = ("message", "task_name", "explanation", "query", "path", "prompt", "chars", "id")


def entries_of(record: dict[str, Any]) -> list[Entry]:
    """What one record adds to the conversation; usually nothing."""
    if prompt := prompt_of(record):
        return [Entry(USER, prompt)]
    if answer := answer_of(record):
        return [Entry(ASSISTANT, answer)]
    payload = member(record, "payload")
    if record.get("type") == "event_msg":
        found = _inside(member(payload, "item"))
        return [found] if found is not None else []
    if record.get("type") != "response_item":
        return []
    if payload.get("type") == "web_search_call":
        return [Entry(TOOL, "web_search", text(member(payload, "action"), "query"))]
    name = text(payload, "name") or ("shell" if payload.get("type") == "local_shell_call" else "")
    if not text(payload, "type").endswith("_call") or name in ("", _PROGRAM):
        return []
    return [Entry(TOOL, name, _detail(name, payload))]


def _inside(item: dict[str, Any]) -> Entry | None:
    """A tool that a program called."""
    if not text(item, "id").startswith(_INSIDE):
        return None
    if item.get("type") == "FileChange":
        return Entry(TOOL, calls.PATCH, ", ".join(member(item, "changes")))
    if item.get("type") == "CommandExecution":
        words = item.get("command")
        given = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []
        return Entry(TOOL, "exec_command", given[-1].strip() if given else "")
    return None


def _detail(name: str, payload: dict[str, Any]) -> str:
    given = calls.argument_of(payload)
    if name == calls.PATCH:
        return ", ".join(patch.paths(given))
    arguments = calls.decoded(payload.get("arguments"))
    if given == payload.get("arguments"):
        given = next(filter(None, (text(arguments, key) for key in _TELLING)), "")
    return given.strip()
