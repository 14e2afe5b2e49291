"""Factory AI Droid (the `droid` command)."""

from __future__ import annotations

import os

from entire.agent import defaults, factory_droid
from entire.agent.factory_droid import payload as payloads
from entire.agent.factory_droid import records, session_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.on_disk import OnDisk

NAME = factory_droid.NAME
TYPE = factory_droid.TYPE
CONFIG_FILE = factory_droid.CONFIG_FILE
PROTECTED_DIRS = (".factory",)

TRUST_HINT = defaults.TRUST_HINT

parse_event = payloads.parse_event
is_foreign = payloads.is_foreign
transcripts_dir = session_files.sessions_dir
session_usage = session_files.usage_of
answer = defaults.answer
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
subagent_path = defaults.subagent_path
record_id = defaults.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = defaults.current


# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.factory_droid.settings")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    home = os.path.join(session_files.home(), "settings.json")
    local = os.path.join(root, ".factory", "settings.local.json")
    files = (os.path.join(root, CONFIG_FILE), local, home)
    return edit_hooks.any_in(files, ("PostToolUse",), records.TOOLS.writes)


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.factory_droid import entries

    return entries.entries_of(record)


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".factory"))


def transcript_path(root: str, session_id: str) -> str:
    return os.path.join(transcripts_dir(), root.replace("/", "-"), f"{session_id}.jsonl")


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    """Subagents have sessions as well, and name the one that called them."""
    from entire.agent import on_disk

    found = on_disk.within(on_disk.folders(transcripts_dir()))
    return on_disk.choose(found, roots, is_one=lambda start: b'"callingSessionId"' not in start[:4096])


def start_command(prompt: str) -> list[str]:
    return defaults.start_command("droid", prompt)


def resume_command(session_id: str) -> str:
    return f"droid --resume {session_id}"
