"""Hooks in groups: `{"hooks": {Event: [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}`.

Each of our hooks has its own group, so that groups of the user are never edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from entire.agent.hook_config.file import ConfigFile, append, children, string
from entire.core import json_spans
from entire.core.json_tree import Node, parse
from entire.core.value import Value


class Hook(Value):
    """One that we want."""

    event: str
    matcher: str  # the tool, for events of tools
    command: str

    @property
    def name(self) -> str:
        """As people know it."""
        return " ".join(filter(None, (self.event, self.matcher)))


class Entry(Value):
    """A command in the file."""

    event: str
    matcher: str
    command: str
    node: Node
    group: Node


class Nested(ConfigFile):
    """A file of this shape."""

    def __init__(self, name: str, hooks: Sequence[Hook], ours: re.Pattern[str], turn_end: str) -> None:
        super().__init__(name, ours, turn_end)
        self._hooks = hooks

    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        if force and text is not None:
            text = self.remove(text)
        missing = self._missing(text)
        for hook in missing:
            command = {"type": "command", "command": hook.command}
            text = append(text, ("hooks", hook.event), {"matcher": hook.matcher, "hooks": [command]})
        return text if text is not None else "{}\n", len(missing)

    def remove(self, text: str) -> str | None:
        document = parse(text)
        targets = self._targets(text, document)
        return json_spans.remove(text, document, targets) if targets else text

    def missing(self, text: str | None) -> list[str]:
        return [hook.name for hook in self._missing(text)]

    def commands(self, text: str) -> Iterable[tuple[str, str]]:
        return ((entry.event, entry.command) for entry in entries(text, parse(text)))

    def _missing(self, text: str | None) -> list[Hook]:
        """Hooks of tools must be there under their own matcher, the others under any."""
        if text is None:
            return list(self._hooks)
        found = {(e.event, e.matcher, e.command) for e in entries(text, parse(text))}
        found |= {(event, "", command) for event, _, command in found}
        return [hook for hook in self._hooks if tuple(hook) not in found]

    def _targets(self, text: str, document: Node) -> list[Node]:
        """What to remove: our commands, with the group if nothing else is in it."""
        found: dict[Node, list[Node]] = {}
        for entry in entries(text, document):
            if self._ours.match(entry.command):
                found.setdefault(entry.group, []).append(entry.node)
        targets: list[Node] = []
        for group, nodes in found.items():
            alone = len(nodes) == len(children(group.member("hooks"), "["))
            targets += [group] if alone else nodes
        return targets


def entries(text: str, document: Node) -> Iterator[Entry]:
    """Every command of every event; unknown shapes are skipped."""
    for event in children(document.member("hooks"), "{"):
        for group in children(event, "["):
            matcher = string(text, group, "matcher") or ""
            for node in children(group.member("hooks"), "["):
                command = string(text, node, "command")
                if command is not None:
                    yield Entry(event.key or "", matcher, command, node, group)
