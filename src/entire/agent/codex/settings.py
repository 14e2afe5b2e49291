"""Our hooks in `.codex/hooks.json`, the file that a project shares with Codex."""

from __future__ import annotations

from entire.agent.codex import CONFIG_FILE, NAME
from entire.agent.hook_config import commands
from entire.agent.hook_config.nested import Hook, Nested

_SECONDS = 30
END_SECONDS = 3  # of the session; Codex allows no more

# Event, verb. The matcher is null as the reference writes it: for all tools, agents and reasons.
ENTRIES = (
    ("SessionStart", "session-start"),
    ("UserPromptSubmit", "user-prompt-submit"),
    ("Stop", "stop"),
    ("PreCompact", "pre-compact"),
    ("SubagentStart", "subagent-start"),
    ("SubagentStop", "subagent-stop"),
    ("SessionEnd", "session-end"),
)
_HOOKS = [
    Hook(
        event,
        None,
        commands.hook(NAME, verb),
        {"timeout": END_SECONDS if event == "SessionEnd" else _SECONDS},
    )
    for event, verb in ENTRIES
]

_SETTINGS = Nested(CONFIG_FILE, _HOOKS, commands.ours(NAME), turn_end="Stop")
install = _SETTINGS.install
uninstall = _SETTINGS.uninstall
installed = _SETTINGS.installed
missing_hooks = _SETTINGS.missing_hooks
