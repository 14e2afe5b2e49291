"""Our hooks in `.qwen/settings.json`, the file that a project shares with Qwen Code.

The shape is Claude Code's, but timeouts are in milliseconds. The client adds its version if it is missing.
"""

from __future__ import annotations

from entire.agent.hook_config import commands
from entire.agent.hook_config.nested import Hook, Nested
from entire.agent.qwen import CONFIG_FILE, NAME

# Event, matcher, verb. `task` is what older clients call `agent`.
ENTRIES = (
    ("Notification", "", "notification"),
    ("PostToolUse", "^(agent|task)$", "post-task"),
    ("PostToolUse", "^todo_write$", "post-todo"),
    ("PreCompact", "", "pre-compact"),
    ("PreToolUse", "^(agent|task)$", "pre-task"),
    ("SessionEnd", "", "session-end"),
    ("SessionStart", "", "session-start"),
    ("Stop", "", "stop"),
    ("StopFailure", "", "stop-failure"),
    ("SubagentStop", "", "subagent-stop"),
    ("UserPromptSubmit", "", "user-prompt-submit"),
)
TIMEOUT_MS = 60_000


_HOOKS = [
    Hook(event, matcher, commands.hook(NAME, verb), {"name": f"entire-{verb}", "timeout": TIMEOUT_MS})
    for event, matcher, verb in ENTRIES
]
_SETTINGS = Nested(CONFIG_FILE, _HOOKS, commands.ours(NAME), turn_end="Stop", stamp="$version")
install = _SETTINGS.install
uninstall = _SETTINGS.uninstall
installed = _SETTINGS.installed
missing_hooks = _SETTINGS.missing_hooks
