"""Copilot CLI (the `copilot` command)."""

from __future__ import annotations

import os

from entire.agent import copilot_cli, defaults
from entire.agent.copilot_cli import payload as payloads
from entire.agent.copilot_cli import records
from entire.core import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.on_disk import OnDisk

NAME = copilot_cli.NAME
TYPE = copilot_cli.TYPE
CONFIG_FILE = copilot_cli.CONFIG_FILE
PROTECTED_DIRS = (".github/hooks",)

TRUST_HINT = "start `copilot` here, and trust the folder when it asks; with `-p`, add `--trust-folder`"

parse_event = payloads.parse_event
is_foreign = payloads.is_foreign
transcripts_dir = payloads.sessions_dir
answer = defaults.answer
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
adopt_transcript = defaults.adopt_transcript
subagent_path = defaults.subagent_path  # the session's transcript has their records, too
session_usage = defaults.session_usage
record_id = defaults.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = defaults.current


# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.copilot_cli.hooks")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    home = os.path.dirname(transcripts_dir())
    folders = (os.path.join(root, os.path.dirname(CONFIG_FILE)), os.path.join(home, "hooks"))
    found = [
        os.path.join(folder, name)
        for folder in folders
        for name in files.names(folder)
        if name.endswith(".json")
    ]
    own = os.path.join(root, ".github", "copilot")
    found += [os.path.join(own, name) for name in ("settings.json", "settings.local.json")]
    found.append(os.path.join(home, "settings.json"))
    return edit_hooks.any_in(found, ("postToolUse", "PostToolUse"), records.TOOLS.writes)


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.copilot_cli import entries

    return entries.entries_of(record)


def is_present(root: str) -> bool:
    """A repository has a `.github` folder for many reasons: only hooks and settings for the client count."""
    return any(os.path.isdir(os.path.join(root, ".github", name)) for name in ("hooks", "copilot"))


def transcript_path(root: str, session_id: str) -> str:
    return payloads.transcript_path(session_id)


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent import on_disk

    paths = (os.path.join(one, "events.jsonl") for one in on_disk.folders(transcripts_dir()))
    return on_disk.choose(paths, roots, id_of=lambda path: os.path.basename(os.path.dirname(path)))


def start_command(prompt: str) -> list[str]:
    return ["copilot", f"--interactive={prompt}"]


def resume_command(session_id: str) -> str:
    return f"copilot --resume {session_id}"
