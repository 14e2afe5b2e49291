"""Our hooks in `.factory/settings.json`, the file that a project shares with Droid."""

from __future__ import annotations

from entire.agent.factory_droid import CONFIG_FILE, NAME
from entire.agent.hook_config import commands
from entire.agent.hook_config.nested import Hook, Nested

_SECONDS = 30
_STOP_SECONDS = 60

# Event, matcher, verb.
ENTRIES = (
    ("SessionStart", "", "session-start"),
    ("UserPromptSubmit", "", "user-prompt-submit"),
    ("PreToolUse", "Task", "pre-tool-use"),
    ("PostToolUse", "Task", "post-tool-use"),
    ("PreCompact", "", "pre-compact"),
    ("Notification", "", "notification"),
    ("Stop", "", "stop"),
    ("SessionEnd", "", "session-end"),
)


def _hook(event: str, matcher: str, verb: str) -> Hook:
    seconds = _STOP_SECONDS if event == "Stop" else _SECONDS
    return Hook(event, matcher, commands.hook(NAME, verb), {"timeout": seconds})


_SETTINGS = Nested(CONFIG_FILE, [_hook(*entry) for entry in ENTRIES], commands.ours(NAME), turn_end="Stop")
install = _SETTINGS.install
uninstall = _SETTINGS.uninstall
installed = _SETTINGS.installed
missing_hooks = _SETTINGS.missing_hooks
