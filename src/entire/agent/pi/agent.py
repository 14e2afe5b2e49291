"""Pi (the `pi` command)."""

from __future__ import annotations

import os

from entire.agent import defaults, pi
from entire.agent.pi import payload as payloads
from entire.agent.pi import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk

NAME = pi.NAME
TYPE = pi.TYPE
CONFIG_FILE = pi.CONFIG_FILE
PROTECTED_DIRS = (".pi",)
TRUST_HINT = "start `pi` here, and trust the project when it asks; with `-p`, add `--approve`"

parse_event = payloads.parse_event
is_foreign = payloads.is_foreign
answer = defaults.answer
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
subagent_path = defaults.subagent_path
session_usage = defaults.session_usage
has_edit_hooks = defaults.has_edit_hooks
record_id = records.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = records.current

# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.pi.plugin")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.pi import entries

    return entries.entries_of(record)


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".pi"))


def transcripts_dir() -> str:
    from entire.agent.pi import places

    return places.transcripts_dir()


def transcript_path(root: str, session_id: str) -> str:
    from entire.agent.pi import places

    return places.transcript_path(root, session_id)


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent import on_disk

    above = transcripts_dir()
    found = on_disk.within([above, *on_disk.folders(above)])
    return on_disk.choose(found, roots, id_of=lambda path: on_disk.stem(path).rpartition("_")[2])


def start_command(prompt: str) -> list[str]:
    return defaults.start_command("pi", prompt)


def resume_command(session_id: str) -> str:
    return f"pi --session {session_id}"


def new_session_id() -> str:
    from entire.agent.pi import written

    return written.new_session_id()


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.pi import written

    return written.written(messages, session_id, root)
