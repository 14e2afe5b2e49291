"""Hooks that run after an agent's edits, such as formatters: they can change the files again."""

from __future__ import annotations

from entire.agent.defaults import member, text
from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_COMMANDS = ("command", "bash")


def any_in(paths: Iterable[str], events: Iterable[str], edits: Iterable[str]) -> bool:
    """Whether any of these files has a hook that is not ours for such an event of a tool that edits.

    Files of both common shapes are understood; what cannot be read has no hooks.
    """
    wanted, known = tuple(events), tuple(edits)
    return any(not _is_ours(command) for path in paths for command in _commands(path, wanted, known))


def _is_ours(command: str) -> bool:
    """As it is, or behind a guard."""
    guarded = command.startswith("sh -c ") and "exec entire hooks " in command
    return guarded or command.startswith("entire hooks ")


def _commands(path: str, events: tuple[str, ...], tools: tuple[str, ...]) -> Iterator[str]:
    try:
        settings = json_text.decode(files.read(path, files.SMALL) or b"{}")
    except (OSError, ValueError, RecursionError):
        return
    hooks = member(settings, "hooks") if isinstance(settings, dict) else {}
    for event in events:
        for entry in _list(hooks.get(event)):
            if not isinstance(entry, dict) or not _matches(text(entry, "matcher"), tools):
                continue
            for hook in (entry, *_list(entry.get("hooks"))):
                if isinstance(hook, dict):
                    yield from filter(None, (text(hook, key) for key in _COMMANDS))


def _matches(matcher: str, tools: tuple[str, ...]) -> bool:
    """Whether a matcher, which is a regular expression, can mean one of these tools."""
    if matcher in ("", "*") or any(name in matcher for name in tools):
        return True
    return not matcher.replace("_", "").isalnum()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
