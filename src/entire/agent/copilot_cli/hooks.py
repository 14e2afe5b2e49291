"""Our hooks in `.github/hooks/entire.json`, a file of our own: Copilot CLI reads all files of that folder.

Never a hook before a tool: Copilot refuses the tool if such a hook fails.
"""

from __future__ import annotations

import os

from entire.agent import edit_hooks
from entire.agent.copilot_cli import CONFIG_FILE, NAME, payload, records
from entire.agent.hook_config import commands
from entire.agent.hook_config.flat import Flat, Hook

_SECONDS = 30
_STOP_SECONDS = 60

# Event, verb.
EVENTS = (
    ("sessionStart", "session-start"),
    ("userPromptSubmitted", "user-prompt-submitted"),
    ("preCompact", "pre-compact"),
    ("subagentStart", "subagent-start"),
    ("subagentStop", "subagent-stop"),
    ("agentStop", "agent-stop"),
    ("sessionEnd", "session-end"),
)


def _hook(event: str, verb: str) -> Hook:
    seconds = _STOP_SECONDS if event == "agentStop" else _SECONDS
    return Hook(event, commands.hook(NAME, verb), {"type": "command", "timeoutSec": seconds}, "bash")


_CONFIG = Flat(
    CONFIG_FILE,
    [_hook(event, verb) for event, verb in EVENTS],
    commands.ours(NAME),
    turn_end="agentStop",
)
install = _CONFIG.install
uninstall = _CONFIG.uninstall
installed = _CONFIG.installed
missing_hooks = _CONFIG.missing_hooks


def has_edit_hooks(root: str) -> bool:
    """Whether hooks that are not ours run after the agent's edits."""
    home = os.path.dirname(payload.sessions_dir())
    folders = (os.path.join(root, os.path.dirname(CONFIG_FILE)), os.path.join(home, "hooks"))
    found = [os.path.join(folder, name) for folder in folders for name in _names(folder)]
    settings = [
        os.path.join(root, ".github", "copilot", name) for name in ("settings.json", "settings.local.json")
    ]
    files = [*found, *settings, os.path.join(home, "settings.json")]
    return edit_hooks.found_in(files, ("postToolUse", "PostToolUse"), records.TOOLS.writes)


def _names(folder: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.endswith(".json")]
    except OSError:
        return []
