"""Hooks that run after an agent's edits, such as formatters: they can change the files again."""

from __future__ import annotations

from entire.agent import defaults
from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_OURS = "entire hooks "


def has_any(paths: Sequence[str], events: Sequence[str], tools: Sequence[str]) -> bool:
    """Whether a settings file has a hook that is not ours for one of these events and tools."""
    return any(_has_hook(path, events, tools) for path in paths)


def _has_hook(path: str, events: Sequence[str], tools: Sequence[str]) -> bool:
    try:
        settings = json_text.decode(files.read(path, files.SMALL) or b"{}")
    except (OSError, ValueError):
        return False
    hooks = defaults.member(settings, "hooks") if isinstance(settings, dict) else {}
    groups = (group for event in events for group in _list(hooks.get(event)) if isinstance(group, dict))
    return any(
        _OURS not in defaults.text(hook, "command")
        for group in groups
        if _matches(defaults.text(group, "matcher"), tools)
        for hook in _list(group.get("hooks"))
        if isinstance(hook, dict)
    )


def _matches(matcher: str, tools: Sequence[str]) -> bool:
    """Whether a matcher, which is a regular expression, can mean one of these tools."""
    if matcher in ("", "*") or any(name in matcher for name in tools):
        return True
    return not matcher.replace("_", "").isalnum()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
