"""Our hooks in `.gemini/settings.json`, the file that a project shares with Gemini CLI.

Timeouts are in milliseconds. `PreCompress` comes before every call of the model, but for `manual`.
"""

from __future__ import annotations

from entire.agent.gemini import CONFIG_FILE, NAME
from entire.agent.gemini.payload import SUBAGENT, TODOS
from entire.agent.hook_config import commands
from entire.agent.hook_config.nested import Hook, Nested

# Event, matcher, verb.
ENTRIES = (
    ("AfterAgent", "", "after-agent"),
    ("AfterTool", SUBAGENT, "after-tool"),
    ("AfterTool", TODOS, "after-tool"),
    ("BeforeAgent", "", "before-agent"),
    ("BeforeTool", SUBAGENT, "before-tool"),
    ("Notification", "", "notification"),
    ("PreCompress", "manual", "pre-compress"),
    ("SessionEnd", "", "session-end"),
    ("SessionStart", "", "session-start"),
)
TIMEOUT_MS = 60_000


_HOOKS = [
    Hook(event, matcher, commands.hook(NAME, verb), {"name": f"entire-{verb}", "timeout": TIMEOUT_MS})
    for event, matcher, verb in ENTRIES
]
_SETTINGS = Nested(CONFIG_FILE, _HOOKS, commands.ours(NAME), turn_end="AfterAgent")
install = _SETTINGS.install
uninstall = _SETTINGS.uninstall
installed = _SETTINGS.installed
missing_hooks = _SETTINGS.missing_hooks
