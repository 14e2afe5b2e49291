"""Claude Code (the `claude` command)."""

from __future__ import annotations

import os

from entire.agent import claude_code, defaults
from entire.agent.claude_code import payload as payloads
from entire.agent.claude_code import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from entire.agent.entries import Entry
    from entire.agent.handover.messages import Message
    from entire.agent.on_disk import OnDisk

NAME = claude_code.NAME
TYPE = claude_code.TYPE
CONFIG_FILE = claude_code.CONFIG_FILE
PROTECTED_DIRS = (".claude",)
TRUST_HINT = defaults.TRUST_HINT

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
_HOOKS = defaults.LateHooks("entire.agent.claude_code.settings")
install = _HOOKS.install
uninstall = _HOOKS.uninstall
installed = _HOOKS.installed
missing_hooks = _HOOKS.missing_hooks
new_session_id = defaults.new_session_id


def has_edit_hooks(root: str) -> bool:
    from entire.agent import edit_hooks

    own = os.path.join(os.path.expanduser("~"), ".claude", "settings.json")
    local = os.path.join(root, ".claude", "settings.local.json")
    paths = (os.path.join(root, CONFIG_FILE), local, own)
    return edit_hooks.any_in(paths, ("PostToolUse", "PostToolBatch"), ("Edit", "Write"))


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.claude_code import entries

    return entries.entries_of(record)


def is_foreign(payload: dict[str, Any]) -> bool:
    """Some agents run the hooks that they find in Claude Code's settings. It may have turn ids one day."""
    return defaults.is_of_another(payload, "/.claude/", transcripts_dir(), ("turn_id",))


def is_present(root: str) -> bool:
    return os.path.isdir(os.path.join(root, ".claude"))


def transcripts_dir() -> str:
    return os.environ.get("ENTIRE_TEST_CLAUDE_PROJECT_DIR") or os.path.join(
        os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude"), "projects"
    )


def transcript_path(root: str, session_id: str) -> str:
    folder = os.environ.get("ENTIRE_TEST_CLAUDE_PROJECT_DIR") or os.path.join(
        transcripts_dir(),
        "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in root),
    )
    return os.path.join(folder, f"{session_id}.jsonl")


def conversations(roots: Sequence[str]) -> Iterable[OnDisk]:
    """Folders are named after where a session began: one below a root starts with the root's name."""
    from entire.agent import on_disk

    usual = {os.path.dirname(transcript_path(root, "id")): root for root in roots}
    names = tuple(map(os.path.basename, usual))
    found = on_disk.folders(transcripts_dir(), lambda name: name.startswith(names))
    paths = on_disk.within(dict.fromkeys([*usual, *found]))
    own = (path for path in paths if not os.path.basename(path).startswith("agent-"))  # subagents, once
    return on_disk.choose(own, roots, usual=lambda path: usual.get(os.path.dirname(path), ""))


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """Beside the session's transcript, in a folder of the session's name; older versions had no folder."""
    stem = transcript_path.removesuffix(".jsonl")
    path = os.path.join(stem, "subagents", f"agent-{agent_id}.jsonl")
    if os.path.exists(path):
        return path
    older = os.path.join(os.path.dirname(transcript_path), f"agent-{agent_id}.jsonl")
    return older if os.path.exists(older) else path


def start_command(prompt: str) -> list[str]:
    return defaults.start_command("claude", prompt)


def resume_command(session_id: str) -> str:
    return f"claude -r {session_id}"


def new_transcript(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    from entire.agent.claude_code import written

    return written.written(messages, session_id, root)
