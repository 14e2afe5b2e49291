"""Our hooks in `.github/hooks/entire.json`, a file of our own: Copilot CLI reads all files of that folder.

Never a hook before a tool: Copilot refuses the tool if such a hook fails.
"""

from __future__ import annotations

from entire.agent.copilot_cli import CONFIG_FILE, NAME
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
