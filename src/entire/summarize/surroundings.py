"""Where a provider runs: in an empty folder, isolated from the repository and from the current session."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping

from entire.core.settings import SUMMARIZING

# Variables that agents set for child processes. An agent that sees its own would refuse, or join the session.
_INSIDE = (
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_MESSAGING_SOCKET",
    "CLAUDE_CODE_SESSION_",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PID",
    "CLAUDE_PROJECT_DIR",
    "CODEX_THREAD_ID",
    "GEMINI_CWD",
    "GEMINI_PLANS_DIR",
    "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID",
)


def environment(variables: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Pure: return the provider's variables. Keys, proxies and HOME stay: it is the user's own program."""
    kept = {name: value for name, value in variables.items() if not name.startswith(("GIT_", *_INSIDE))}
    return kept | dict(more) | {SUMMARIZING: "1"}


def empty_folder() -> tempfile.TemporaryDirectory[str]:
    """Create a temporary folder, outside of any repository if possible."""
    places = dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp"))
    outside = (place for place in places if os.access(place, os.W_OK) and not in_repository(place))
    return tempfile.TemporaryDirectory(prefix="entire-", dir=next(outside, None), ignore_cleanup_errors=True)


def in_repository(path: str) -> bool:
    """Whether a path is inside a repository."""
    folder = os.path.realpath(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return False
        folder = os.path.dirname(folder)
    return True
