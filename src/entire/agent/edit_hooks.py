"""Hooks that run after an agent's edits, such as formatters: they can change the files again."""

from __future__ import annotations

from entire.agent import defaults
from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_OURS = ("entire hooks ", "exec entire hooks ")  # as it is, or behind a guard


def any_in(paths: Iterable[str], events: Sequence[str], edits: Sequence[str]) -> bool:
    """Whether any of these files, with hooks in groups, has one that is not ours for the time after an edit.

    ``edits``: what matchers call the tools that edit.
    """
    return any(_has_hook(path, events, edits) for path in paths)


def _has_hook(path: str, events: Sequence[str], edits: Sequence[str]) -> bool:
    try:
        settings = json_text.decode(files.read(path, files.SMALL) or b"{}")
    except (OSError, ValueError):
        return False
    hooks = defaults.member(settings, "hooks") if isinstance(settings, dict) else {}
    groups = (group for event in events for group in _list(hooks.get(event)) if isinstance(group, dict))
    return any(
        not _is_ours(defaults.text(hook, "command"))
        for group in groups
        if _matches(defaults.text(group, "matcher"), edits)
        for hook in _list(group.get("hooks"))
        if isinstance(hook, dict)
    )


def _is_ours(command: str) -> bool:
    bare, behind = _OURS
    return command.startswith(bare) or (command.startswith("sh -c ") and behind in command)


def _matches(matcher: str, edits: Sequence[str]) -> bool:
    """Whether a matcher, which is a regular expression, can mean edits."""
    if matcher in ("", "*") or any(name in matcher for name in edits):
        return True
    return not matcher.replace("_", "").isalnum()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
