"""Toy, an agent for tests: its transcript is one JSON document that it writes again each turn."""

from __future__ import annotations

import os
from typing import Any

from entire.agent import defaults
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.events import Event, Kind
from entire.agent.hook_config import commands, flat
from entire.core.errors import EntireError
from entire.core.paths import check_session_id
from entire.transcript import document
from entire.transcript.facts import Facts
from entire.transcript.layout import Layout, Record

NAME = "toy"
TYPE = "Toy"
CONFIG_FILE = ".toy/hooks.json"
PROTECTED_DIRS = (".toy",)

# What it calls us for: event, verb, kind.
HOOKS = (
    ("started", "start", Kind.SESSION_START),
    ("asked", "prompt", Kind.TURN_START),
    ("answered", "done", Kind.TURN_END),
    ("left", "exit", Kind.SESSION_END),
)
TOOLS = defaults.Tools(writes={"write": ("path",)}, harmless=frozenset({"read", "think"}))

_CONFIG = flat.Flat(
    CONFIG_FILE,
    [flat.Hook(event, commands.hook(NAME, verb)) for event, verb, _ in HOOKS],
    commands.ours(NAME),
    turn_end="answered",
)
install = _CONFIG.install
uninstall = _CONFIG.uninstall
installed = _CONFIG.installed
missing_hooks = _CONFIG.missing_hooks

TRUST_HINT = defaults.TRUST_HINT
is_foreign = defaults.is_foreign
has_edit_hooks = defaults.has_edit_hooks
answer = defaults.answer
subagent_path = defaults.subagent_path
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
session_usage = defaults.session_usage
conversations = defaults.conversations
record_id = defaults.record_id
record_time = defaults.record_time
has_result = defaults.has_result
current = defaults.current


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".toy"))


def start_command(prompt: str) -> list[str]:
    return ["toy", prompt]


def resume_command(session_id: str) -> str:
    return f"toy --continue {session_id}"


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kinds = {name: kind for _, name, kind in HOOKS}
    if verb not in kinds:
        raise EntireError(f"unknown Toy hook: {verb[:40]!r}", f"known: {', '.join(kinds)}")
    return Event(
        kinds[verb],
        check_session_id(defaults.text(payload, "chat")),
        defaults.path(payload, "file"),
        prompt=defaults.text(payload, "prompt"),
    )


def layout() -> Layout:
    return document.of("messages")


def transcripts_dir() -> str:
    return os.path.expanduser("~/.toy/chats")


def transcript_path(root: str, session_id: str) -> str:
    return os.path.join(transcripts_dir(), f"{session_id}.json")


def read_record(record: Record, facts: Facts) -> None:
    if prompt := prompt_of(record):
        facts.prompts.append(prompt)
    facts.model = defaults.text(record, "model") or facts.model
    for call in _calls(record):
        defaults.note_use(defaults.tool_use(TOOLS, defaults.text(call, "tool"), call), facts)
    usage = defaults.member(record, "usage")
    if usage:
        used = (defaults.number(usage, "input"), 0, 0, defaults.number(usage, "output"))
        facts.usage.count(record_id(record), used)


def prompt_of(record: Record) -> str:
    return defaults.text(record, "text") if record.get("role") == "user" else ""


def entries_of(record: Record) -> list[Entry]:
    kind = USER if prompt_of(record) else ASSISTANT
    said = defaults.text(record, "text")
    calls = [Entry(TOOL, defaults.text(call, "tool"), defaults.text(call, "path")) for call in _calls(record)]
    return ([Entry(kind, said)] if said else []) + calls


def _calls(record: Record) -> list[dict[str, Any]]:
    calls = record.get("calls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
