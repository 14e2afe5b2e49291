"""Qwen Code (the `qwen` command)."""

from __future__ import annotations

import os

from entire.agent import defaults, qwen
from entire.agent.events import Event
from entire.agent.qwen import payload as payloads
from entire.agent.qwen import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk

NAME = qwen.NAME
TYPE = qwen.TYPE
CONFIG_FILE = qwen.CONFIG_FILE
PROTECTED_DIRS = (".qwen",)
TRUST_HINT = defaults.TRUST_HINT

parse_event = payloads.parse_event
layout = defaults.layout
prepare_transcript = defaults.prepare_transcript
session_usage = defaults.session_usage
record_id = records.record_id
record_time = defaults.record_time
read_record = records.read_record
prompt_of = records.prompt_of
has_result = records.has_result
current = records.current


# What only commands need is imported when it is called: this module is on the way of every hook.
_HOOKS = defaults.LateHooks("entire.agent.qwen.settings")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks
new_session_id = defaults.new_session_id


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    own = os.path.join(os.environ.get("QWEN_HOME") or os.path.expanduser("~/.qwen"), "settings.json")
    events, tools = ("PostToolUse", "PostToolBatch"), ("write_file", "WriteFile", "edit", "Edit")
    return edit_hooks.any_in((os.path.join(root, CONFIG_FILE), own), events, tools)


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.qwen import entries

    return entries.entries_of(record)


def is_foreign(payload: dict[str, Any]) -> bool:
    return defaults.is_of_another(payload, "/.qwen/", transcripts_dir(), has_time=True)


def answer(event: Event | None, note: str) -> str:
    """The user sees a note; one that comes with a prompt is for the model.

    Never nothing: then the client would look at standard error, and show what it finds there.
    """
    return defaults.json_answer(event, note.strip("\n")) or "{}\n"


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".qwen"))


def transcripts_dir() -> str:
    home = os.environ.get("QWEN_RUNTIME_DIR") or os.environ.get("QWEN_HOME")
    return os.path.join(home or os.path.expanduser("~/.qwen"), "projects")


def transcript_path(root: str, session_id: str) -> str:
    return os.path.join(transcripts_dir(), _folder(root), "chats", f"{session_id}.jsonl")


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    from entire.agent import on_disk

    names = tuple(map(_folder, roots))
    found = on_disk.folders(transcripts_dir(), lambda name: name.startswith(names))
    return on_disk.choose(on_disk.within(os.path.join(one, "chats") for one in found), roots)


def _folder(root: str) -> str:
    """What a project's folder is called."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in root)


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """In a folder of the session's name, beside the one with the sessions."""
    session = os.path.basename(transcript_path).removesuffix(".jsonl")
    project = os.path.dirname(os.path.dirname(transcript_path))
    return os.path.join(project, "subagents", session, f"agent-{agent_id}.jsonl")


def adopt_transcript(session_id: str, path: str) -> None:
    from entire.agent.qwen import restored

    restored.allow(session_id, path, _folder)


def start_command(prompt: str) -> list[str]:
    return ["qwen", f"--prompt-interactive={prompt}"]


def resume_command(session_id: str) -> str:
    return f"qwen --resume {session_id}"


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.qwen import written

    return written.written(messages, session_id, root)
