"""Hooks without groups: `{"version": 1, "hooks": {event: [{"command": …}]}}`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from entire.agent.hook_config.file import ConfigFile, append, children, string
from entire.core import json_spans
from entire.core.json_tree import Node, parse
from entire.core.value import Value


class Hook(Value):
    """One that we want."""

    event: str
    command: str
    more: Mapping[str, Any] = {}  # further members, such as a timeout

    @property
    def value(self) -> dict[str, Any]:
        return {"command": self.command, **self.more}


class Entry(Value):
    """A command that stands in the file."""

    event: str
    command: str
    node: Node


def config(name: str, hooks: Sequence[Hook], pattern: re.Pattern[str], version: int | None = 1) -> ConfigFile:
    """A file of this shape: what `install` and `uninstall` do to it.

    ``pattern`` recognises the commands that are or ever were ours, from their beginning on.
    """

    def change(text: str | None, force: bool) -> tuple[str, int]:
        kept = remove(text, pattern) if force and text is not None else text
        return add(kept, hooks, version)

    return ConfigFile(name, change, lambda text: remove(text, pattern))


def add(text: str | None, hooks: Sequence[Hook], version: int | None = 1) -> tuple[str, int]:
    """The document (None: there is no file) with all hooks, and how many of them are new."""
    if text is None:
        return _new(hooks, version), len(hooks)
    wanted = missing(text, hooks)
    for hook in wanted:
        text = append(text, ("hooks", hook.event), hook.value)
    return text, len(wanted)


def _new(hooks: Sequence[Hook], version: int | None) -> str:
    """A file of our own has its version behind the hooks: that is how `remove` knows it again."""
    events: dict[str, list[Any]] = {}
    for hook in hooks:
        events.setdefault(hook.event, []).append(hook.value)
    document: dict[str, Any] = {"hooks": events} | ({} if version is None else {"version": version})
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def missing(text: str | None, hooks: Sequence[Hook]) -> list[Hook]:
    found = {(e.event, e.command) for e in entries(text, parse(text))} if text is not None else set()
    return [hook for hook in hooks if (hook.event, hook.command) not in found]


def remove(text: str, pattern: re.Pattern[str]) -> str | None:
    """The document without anything of ours; None if we made it and nobody else added to it."""
    document = parse(text)
    targets = [entry.node for entry in entries(text, document) if pattern.match(entry.command)]
    if not targets:
        return text
    left = json_spans.remove(text, document, targets)
    made = [item.key for item in document.items] == ["hooks", "version"]
    alone = left is not None and [item.key for item in parse(left).items] == ["version"]
    return None if made and alone else left


def entries(text: str, document: Node) -> Iterator[Entry]:
    """Every command of every event; shapes that we do not know are passed over."""
    for event in children(document.member("hooks"), "{"):
        for node in children(event, "["):
            command = string(text, node, "command")
            if command is not None:
                yield Entry(event.key or "", command, node)
