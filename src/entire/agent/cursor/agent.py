"""Cursor, the editor and its `cursor-agent` command.

Written after its documentation and what others have measured; no recording of a real client was at hand.
"""

from __future__ import annotations

import os

from entire.agent import cursor, defaults
from entire.agent.cursor import payload as payloads
from entire.agent.cursor import records
from entire.core.paths import valid_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.on_disk import OnDisk

NAME = cursor.NAME
TYPE = cursor.TYPE
CONFIG_FILE = cursor.CONFIG_FILE
PROTECTED_DIRS = (".cursor",)

TRUST_HINT = "open the repository in Cursor, and trust the workspace when it asks"

parse_event = payloads.parse_event
is_foreign = payloads.is_foreign
transcripts_dir = payloads.projects_dir
transcript_path = payloads.transcript_path
answer = defaults.answer
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
subagent_path = defaults.subagent_path
session_usage = defaults.session_usage
record_id = defaults.record_id
record_time = records.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = defaults.has_result
current = defaults.current


# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.cursor.hooks")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    files = (os.path.join(root, CONFIG_FILE), os.path.join(payloads.home(), "hooks.json"))
    return edit_hooks.any_in(files, ("afterFileEdit", "postToolUse"), ("Write", "Delete"))


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.cursor import entries

    return entries.entries_of(record)


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".cursor"))


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    """Its transcripts name no directory: it is known for the roots themselves."""
    from entire.agent import on_disk

    for root in roots:
        folder = os.path.dirname(os.path.dirname(transcript_path(root, "id")))
        for path in on_disk.within([folder, *on_disk.folders(folder)]):
            if valid_session_id(session_id := on_disk.stem(path)):
                yield on_disk.OnDisk(session_id, path, root)


def start_command(prompt: str) -> list[str]:
    return defaults.start_command("cursor-agent", prompt)


def resume_command(session_id: str) -> str:
    return f"cursor-agent --resume {session_id}"
