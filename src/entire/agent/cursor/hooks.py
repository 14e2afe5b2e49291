"""Our hooks in `.cursor/hooks.json`, the file that a project shares with Cursor.

Only events that all versions know: `cursor-agent` ignores the whole file if it does not know one of them.
"""

from __future__ import annotations

from entire.agent.cursor import CONFIG_FILE, NAME
from entire.agent.hook_config import commands
from entire.agent.hook_config.flat import Flat, Hook

_SECONDS = 30
_STOP_SECONDS = 60

# Event, verb.
EVENTS = (
    ("sessionStart", "session-start"),
    ("beforeSubmitPrompt", "before-submit-prompt"),
    ("afterFileEdit", "after-file-edit"),
    ("preCompact", "pre-compact"),
    ("subagentStart", "subagent-start"),
    ("subagentStop", "subagent-stop"),
    ("stop", "stop"),
    ("sessionEnd", "session-end"),
)


def _hook(event: str, verb: str) -> Hook:
    seconds = _STOP_SECONDS if event == "stop" else _SECONDS
    return Hook(event, commands.hook(NAME, verb), {"timeout": seconds})


_CONFIG = Flat(CONFIG_FILE, [_hook(*entry) for entry in EVENTS], commands.ours(NAME), turn_end="stop")
install = _CONFIG.install
uninstall = _CONFIG.uninstall
installed = _CONFIG.installed
missing_hooks = _CONFIG.missing_hooks
