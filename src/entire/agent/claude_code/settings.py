"""Our hooks in `.claude/settings.json`, the file that a project shares with Claude Code.

The reference, which looks for exact commands, finds ours and does not add its own.

The deny rule is removed at uninstall even if someone else wrote it: it speaks of our folder only, nothing in
the file shows whose it is, and the reference removes it too.
"""

from __future__ import annotations

import re

from entire.agent.claude_code import CONFIG_FILE
from entire.agent.hook_config import nested
from entire.agent.hook_config.file import ConfigFile, append, children
from entire.agent.hook_config.nested import Hook
from entire.core import json_spans
from entire.core.errors import EntireError
from entire.core.json_tree import Node, parse

DENY_RULE = "Read(./.entire/metadata/**)"
COMMAND = "entire hooks claude-code"

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
_HOOKS = [Hook(event, matcher, f"{COMMAND} {verb}") for event, matcher, verb in ENTRIES]

# All that we or the reference ever installed: also its development form and its oldest names.
_OURS = re.compile(
    r"(?:entire|go run \S*cmd/entire/main\.go)"
    r" (?:hooks (?:claude-code|claudecode)|rewind claude-hook)(?:\s|\Z)"
)


def add_hooks(text: str | None, *, force: bool = False) -> tuple[str, int]:
    """The document (None: there is no file) with all our entries, and how many of them are new."""
    if force and text is not None:
        text = remove_hooks(text)
    missing = nested.missing(text, _HOOKS)
    text = nested.add(text, missing)
    if text is None or not _deny_rules(text, parse(text)):
        text = append(text, ("permissions", "deny"), DENY_RULE)
    return text, len(missing)


def remove_hooks(text: str) -> str | None:
    """The document without anything of ours; None if we made it and nobody else added to it."""
    document = parse(text)
    targets = _deny_rules(text, document) + nested.ours(text, document, _OURS)
    return json_spans.remove(text, document, targets) if targets else text


def _deny_rules(text: str, document: Node) -> list[Node]:
    permissions = document.member("permissions")
    deny = permissions.member("deny") if permissions else None
    return [node for node in children(deny, "[") if node.kind == '"' and node.value(text) == DENY_RULE]


_FILE = ConfigFile(CONFIG_FILE, lambda text, force: add_hooks(text, force=force), remove_hooks)
install = _FILE.install
uninstall = _FILE.uninstall


def installed(root: str) -> bool:
    """Whether Claude Code calls us when a turn ends, which is what the reference looks at as well."""
    try:
        text = _FILE.load(root)
        entries = nested.entries(text, parse(text)) if text is not None else ()
        return any(entry.event == "Stop" and _OURS.match(entry.command) for entry in entries)
    except EntireError:
        return False


def missing_hooks(root: str) -> list[str]:
    """Events, with their tools, for which Claude Code does not call us. Raises EntireError."""
    try:
        return [hook.name for hook in nested.missing(_FILE.load(root), _HOOKS)]
    except EntireError as error:
        raise _FILE.unusable(error) from error
