"""Gemini CLI (the `gemini` command)."""

from __future__ import annotations

import os

from entire.agent import defaults, gemini
from entire.agent.events import Event, Kind
from entire.agent.gemini import payload as payloads
from entire.agent.gemini import places, records
from entire.core import json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk
    from entire.transcript.layout import Layout

NAME = gemini.NAME
TYPE = gemini.TYPE
CONFIG_FILE = gemini.CONFIG_FILE
PROTECTED_DIRS = (".gemini",)
TRUST_HINT = "start `gemini` here, and trust the folder when it asks: it runs no hooks of others"

parse_event = payloads.parse_event
transcripts_dir = places.transcripts_dir
transcript_path = places.transcript_path
subagent_path = places.subagent_path
prepare_transcript = defaults.prepare_transcript
session_usage = defaults.session_usage
record_id = defaults.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = records.current

# Its events have names of their own, but for these.
_EVENTS = ("SessionStart", "SessionEnd", "PreCompress", "Notification")
_OWN_PREFIXES = ("Before", "After")


# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.gemini.settings")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks
new_session_id = defaults.new_session_id


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    paths = os.path.join(root, CONFIG_FILE), os.path.join(places.home(), "settings.json")
    return edit_hooks.any_in(paths, ("AfterTool",), ("write_file", "replace"))


def layout() -> Layout:
    from entire.agent.gemini.layout import EITHER

    return EITHER


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.gemini import entries

    return entries.entries_of(record)


def is_foreign(payload: dict[str, Any]) -> bool:
    event = defaults.text(payload, "hook_event_name")
    own = not event or event in _EVENTS or event.startswith(_OWN_PREFIXES)
    return not own or defaults.is_of_another(payload, "/.gemini/", transcripts_dir(), has_time=True)


def answer(event: Event | None, note: str) -> str:
    """The user sees a note; one that comes with a prompt is for the model.

    Never nothing: then the client would look at standard error, and show what it finds there.
    """
    if note and event is not None and event.kind == Kind.TURN_START:
        context = {"hookEventName": "BeforeAgent", "additionalContext": note}
        return json_text.encode_line({"hookSpecificOutput": context}) + "\n"
    return defaults.json_answer(None, note.strip("\n")) or "{}\n"


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".gemini"))


def adopt_transcript(session_id: str, path: str) -> None:
    """The client appends lines, so what was stored by an older version must be lines."""
    from entire.agent.gemini.layout import as_lines
    from entire.core import files

    content = as_lines(files.read_or_empty(path)) if path.endswith(".jsonl") else None
    if content is not None:
        files.write_atomic(path, content)


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent.gemini import local

    return local.conversations(roots)


def start_command(prompt: str) -> list[str]:
    return ["gemini", f"--prompt-interactive={prompt}"]


def resume_command(session_id: str) -> str:
    return f"gemini --resume {session_id}"


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.gemini import written

    return written.written(messages, session_id, root)
