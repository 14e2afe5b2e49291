"""Our hooks in `.claude/settings.json`, the file that a project shares with Claude Code.

The deny rule is removed at uninstall even if someone else wrote it: it covers our folder only, nothing in
the file shows whose it is, and the reference removes it too.
"""

from __future__ import annotations

from entire.agent.claude_code import CONFIG_FILE, NAME
from entire.agent.hook_config import commands
from entire.agent.hook_config.file import append, children
from entire.agent.hook_config.nested import Hook, Nested
from entire.core.json_tree import Node, parse

DENY_RULE = "Read(./.entire/metadata/**)"

# Event, matcher, verb. The events in the order in which the reference writes them; `Task` and `TodoWrite`
# are what older clients call `Agent` and `TaskCreate`, `TaskUpdate`.
ENTRIES = (
    ("PostToolUse", "Task", "post-task"),
    ("PostToolUse", "TodoWrite", "post-todo"),
    ("PostToolUse", "Agent", "post-task"),
    ("PostToolUse", "TaskCreate", "post-todo"),
    ("PostToolUse", "TaskUpdate", "post-todo"),
    ("PreToolUse", "Task", "pre-task"),
    ("PreToolUse", "Agent", "pre-task"),
    ("SessionEnd", "", "session-end"),
    ("SessionStart", "", "session-start"),
    ("Stop", "", "stop"),
    ("SubagentStop", "", "subagent-stop"),
    ("UserPromptSubmit", "", "user-prompt-submit"),
)
_HOOKS = [Hook(event, matcher, commands.hook(NAME, verb)) for event, matcher, verb in ENTRIES]

_OURS = commands.ours(NAME, "hooks claudecode", "rewind claude-hook")


class _Settings(Nested):
    """With the deny rule."""

    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        text, added = super().add(text, force=force)
        if not _deny_rules(text, parse(text)):
            text = append(text, ("permissions", "deny"), DENY_RULE)
        return text, added

    def _targets(self, text: str, document: Node) -> list[Node]:
        return _deny_rules(text, document) + super()._targets(text, document)


def _deny_rules(text: str, document: Node) -> list[Node]:
    permissions = document.member("permissions")
    deny = permissions.member("deny") if permissions else None
    return [node for node in children(deny, "[") if node.kind == '"' and node.value(text) == DENY_RULE]


_SETTINGS = _Settings(CONFIG_FILE, _HOOKS, _OURS, turn_end="Stop")
install = _SETTINGS.install
uninstall = _SETTINGS.uninstall
installed = _SETTINGS.installed
missing_hooks = _SETTINGS.missing_hooks
