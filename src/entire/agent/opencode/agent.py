"""OpenCode (the `opencode` command)."""

from __future__ import annotations

import os

from entire.agent import defaults, opencode
from entire.agent.opencode import payload as payloads
from entire.agent.opencode import places, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk
    from entire.transcript.layout import Layout

NAME = opencode.NAME
TYPE = opencode.TYPE
CONFIG_FILE = opencode.CONFIG_FILE
PROTECTED_DIRS = (".opencode",)
TRUST_HINT = defaults.TRUST_HINT

parse_event = payloads.parse_event
is_foreign = payloads.is_foreign
answer = defaults.answer
transcripts_dir = places.transcripts_dir
transcript_path = places.transcript_path
subagent_path = places.subagent_path
session_usage = defaults.session_usage
record_id = records.record_id
record_time = records.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = defaults.current

# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.opencode.plugin")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks


def layout() -> Layout:
    from entire.agent.opencode.layout import EITHER

    return EITHER


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.opencode import entries

    return entries.entries_of(record)


def has_edit_hooks(root: str) -> bool:
    """It formats what it has written if a configuration says so."""
    from entire.core import files

    own = os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), NAME)
    folders = (root, os.path.join(root, ".opencode"), own)
    paths = (os.path.join(folder, f"opencode.{end}") for folder in folders for end in ("json", "jsonc"))
    return any(b'"formatter"' in files.read_or_empty(path) for path in paths)


def is_present(root: str) -> bool:
    names = (".opencode", "opencode.json", "opencode.jsonc")
    return any(os.path.exists(os.path.join(root, name)) for name in names)


def prepare_transcript(session_id: str, path: str) -> None:
    from entire.agent.opencode import exported

    exported.update(session_id, path)


def adopt_transcript(session_id: str, path: str) -> None:
    from entire.agent.opencode import imported

    imported.adopt(session_id, path)


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent.opencode import exported

    return exported.conversations(roots)


def start_command(prompt: str) -> list[str]:
    return ["opencode", f"--prompt={prompt}"]


def resume_command(session_id: str) -> str:
    return f"opencode --session {session_id}"


def new_session_id() -> str:
    from entire.agent.opencode import written

    return written.new_session_id()


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.opencode import written

    return written.written(messages, session_id, root)
