"""Hooks in groups: `{"hooks": {Event: [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}`.

Each of our hooks has its own group, so that groups of the user are never edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from entire.agent.hook_config.file import ConfigFile, append, children, string
from entire.core import json_spans
from entire.core.json_tree import Node, parse
from entire.core.value import Value

_COMMENT = re.compile(r"/[/*]")


class Hook(Value):
    """One that we want."""

    event: str
    matcher: str | None  # the tool, for events of tools; else empty, or null as some agents write it
    command: str
    more: Mapping[str, Any] = {}  # further members, such as a timeout, in the agent's own unit

    @property
    def value(self) -> dict[str, Any]:
        return {"matcher": self.matcher, "hooks": [{"type": "command", "command": self.command, **self.more}]}

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
    """A file of this shape. ``stamp``: a member that the client adds to a file without it."""

    def __init__(
        self, name: str, hooks: Sequence[Hook], ours: re.Pattern[str], turn_end: str, stamp: str = ""
    ) -> None:
        super().__init__(name, ours, turn_end)
        self._hooks = hooks
        self._stamp = stamp

    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        if text is not None:
            text = self.remove(text) if force else self._without_old(text)
        missing = self._missing(text)
        for hook in missing:
            text = append(text, ("hooks", hook.event), hook.value)
        return text if text is not None else "{}\n", len(missing)

    def remove(self, text: str) -> str | None:
        document = parse(text)
        targets = self._targets(text, document)
        left = json_spans.remove(text, document, targets) if targets else text
        return None if left is not None and self._is_stamped(document, left) else left

    def _is_stamped(self, document: Node, left: str) -> bool:
        """Whether the client's stamp is all that is left, and came after our hooks: so we made the file."""
        keys = [item.key for item in document.items]
        alone = [item.key for item in parse(left).items] == [self._stamp]
        return keys == ["hooks", self._stamp] and alone and not _COMMENT.search(left)

    def _without_old(self, text: str) -> str | None:
        """Without what we no longer want: commands of older versions, and of the reference."""
        document = parse(text)
        wanted = {(hook.event, hook.command) for hook in self._hooks}
        old = [e for e in self._our_entries(text, document) if (e.event, e.command) not in wanted]
        return json_spans.remove(text, document, _with_groups(old)) if old else text

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
        return [hook for hook in self._hooks if (hook.event, hook.matcher or "", hook.command) not in found]

    def _our_entries(self, text: str, document: Node) -> list[Entry]:
        return [entry for entry in entries(text, document) if self._ours.match(entry.command)]

    def _targets(self, text: str, document: Node) -> list[Node]:
        """What to remove."""
        return _with_groups(self._our_entries(text, document))


def _with_groups(found: list[Entry]) -> list[Node]:
    """The nodes of these commands; a group's if nothing else is in it."""
    groups: dict[Node, list[Node]] = {}
    for entry in found:
        groups.setdefault(entry.group, []).append(entry.node)
    targets: list[Node] = []
    for group, nodes in groups.items():
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
