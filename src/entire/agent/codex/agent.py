"""Codex (the `codex` command)."""

from __future__ import annotations

import os

from entire.agent import codex, defaults
from entire.agent.codex import payload as payloads
from entire.agent.codex import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk

NAME = codex.NAME
TYPE = codex.TYPE
CONFIG_FILE = codex.CONFIG_FILE
PROTECTED_DIRS = (".codex",)
TRUST_HINT = "start `codex` here, and trust the project and its hooks when it asks; `/hooks` shows them"

parse_event = payloads.parse_event
answer = defaults.json_answer
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
session_usage = defaults.session_usage
record_id = records.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = defaults.current

# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.codex.settings")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks
new_session_id = defaults.new_session_id


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    own = os.path.join(os.path.dirname(transcripts_dir()), "hooks.json")
    paths = (os.path.join(root, CONFIG_FILE), own)
    return edit_hooks.any_in(paths, ("PostToolUse",), ("apply_patch", "Edit", "Write"))


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.codex import entries

    return entries.entries_of(record)


def is_foreign(payload: dict[str, Any]) -> bool:
    return "timestamp" in payload or defaults.is_of_another(
        payload, "/.codex/", transcripts_dir(), ("turn_id",)
    )


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".codex"))


def transcripts_dir() -> str:
    from entire.agent.codex import sessions

    return sessions.folder()


def transcript_path(root: str, session_id: str) -> str:
    from entire.agent.codex import sessions

    return sessions.find(session_id) or sessions.new_path(session_id)


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent import on_disk
    from entire.agent.codex import sessions

    paths = on_disk.within(sessions.days())
    return on_disk.choose(paths, roots, id_of=sessions.id_of, is_one=sessions.is_of_person)


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """In the folder of the day when it was called, like a session's."""
    from entire.agent.codex import sessions

    return sessions.find(agent_id)


def start_command(prompt: str) -> list[str]:
    return defaults.start_command("codex", prompt)


def resume_command(session_id: str) -> str:
    return f"codex resume {session_id}"


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.codex import written

    return written.written(messages, session_id, root)
