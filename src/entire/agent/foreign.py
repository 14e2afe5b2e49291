"""Calls that another agent made: some run the hooks that they find in each other's files."""

from __future__ import annotations

import os

from entire.agent import defaults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_KEYS = ("cursor_version", "conversation_id", "workspace_roots", "sessionId", "hookEventName", "turn_id")
_FOLDERS = (
    "/.claude/",
    "/.cursor/",
    "/.factory/",
    "/.qwen/",
    "/.gemini/",
    "/.codex/",
    "/.copilot/",
    "/.grok/",
)


def is_foreign(
    payload: dict[str, Any], folder: str, transcripts_dir: str, own_keys: Sequence[str] = ()
) -> bool:
    """Whether a call has what only other agents' calls have, or names a transcript in one's folder.

    ``folder`` is the agent's own, as `/.qwen/`; ``own_keys`` are those of `_KEYS` that its calls have too.
    """
    if any(key in payload for key in _KEYS if key not in own_keys):
        return True
    if "timestamp" in payload and "transcript_path" not in payload:
        return True  # some have no transcript yet; these always name theirs
    path = defaults.text(payload, "transcript_path")
    if folder in path or path.startswith(os.path.join(transcripts_dir, "")):
        return False
    return any(other in path for other in _FOLDERS)
