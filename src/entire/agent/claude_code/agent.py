"""Claude Code (the `claude` command)."""

from __future__ import annotations

import os

from entire.agent.claude_code import CONFIG_FILE, NAME, TYPE
from entire.agent.claude_code.payload import parse_event
from entire.agent.claude_code.records import prompt_of, read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.entries import Entry

PROTECTED_DIRS = (".claude",)

__all__ = ["CONFIG_FILE", "NAME", "TYPE", "parse_event", "prompt_of", "read_record"]


# What only commands need is imported when it is called: this module is on the way of every hook.


def install(root: str, *, force: bool = False) -> int:
    from entire.agent.claude_code import settings

    return settings.install(root, force=force)


def uninstall(root: str) -> bool:
    from entire.agent.claude_code import settings

    return settings.uninstall(root)


def installed(root: str) -> bool:
    from entire.agent.claude_code import settings

    return settings.installed(root)


def missing_hooks(root: str) -> list[str]:
    from entire.agent.claude_code import settings

    return settings.missing_hooks(root)


def entries_of(record: dict[str, Any]) -> list[Entry]:
    from entire.agent.claude_code import entries

    return entries.entries_of(record)


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


def subagent_path(transcript_path: str, agent_id: str) -> str:
    """Beside the session's transcript, in a folder of the session's name; older versions had no folder."""
    stem = transcript_path.removesuffix(".jsonl")
    path = os.path.join(stem, "subagents", f"agent-{agent_id}.jsonl")
    if os.path.exists(path):
        return path
    older = os.path.join(os.path.dirname(transcript_path), f"agent-{agent_id}.jsonl")
    return older if os.path.exists(older) else path


def resume_command(session_id: str) -> str:
    return f"claude -r {session_id}"
