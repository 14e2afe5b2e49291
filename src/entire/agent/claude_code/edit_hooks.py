"""Hooks that run after Claude Code's edits, such as formatters: they can change the files again."""

from __future__ import annotations

import os

from entire.agent import defaults
from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FILES = (".claude/settings.json", ".claude/settings.local.json")
_EVENTS = ("PostToolUse", "PostToolBatch")
_OURS = ("entire hooks ", "exec entire hooks ")  # as it is, or behind a guard
_EDITS = ("Edit", "Write")


def has_edit_hooks(root: str) -> bool:
    """Whether any settings have a hook that is not ours for the time after an edit."""
    own = os.path.join(os.path.expanduser("~"), ".claude", "settings.json")
    return any(_has_hook(path) for path in (*(os.path.join(root, name) for name in _FILES), own))


def _has_hook(path: str) -> bool:
    try:
        settings = json_text.decode(files.read(path, files.SMALL) or b"{}")
    except (OSError, ValueError):
        return False
    hooks = defaults.member(settings, "hooks") if isinstance(settings, dict) else {}
    groups = (group for event in _EVENTS for group in _list(hooks.get(event)) if isinstance(group, dict))
    return any(
        not _is_ours(defaults.text(hook, "command"))
        for group in groups
        if _matches(defaults.text(group, "matcher"))
        for hook in _list(group.get("hooks"))
        if isinstance(hook, dict)
    )


def _is_ours(command: str) -> bool:
    bare, behind = _OURS
    return command.startswith(bare) or (command.startswith("sh -c ") and behind in command)


def _matches(matcher: str) -> bool:
    """Whether a matcher, which is a regular expression, can mean edits."""
    return matcher in ("", "*") or any(name in matcher for name in _EDITS) or not matcher.isalnum()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
