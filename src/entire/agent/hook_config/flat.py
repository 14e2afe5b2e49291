"""Hooks without groups: `{"version": 1, "hooks": {event: [{"command": …}]}}`, or `bash` for `command`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from entire.agent.hook_config.file import ConfigFile, append, children, string
from entire.core import json_spans
from entire.core.json_tree import Node, parse
from entire.core.value import Value

_KEYS = ("command", "bash")


class Hook(Value):
    """One that we want."""

    event: str
    command: str
    more: Mapping[str, Any] = {}  # further members, such as a timeout
    key: str = "command"  # what the agent calls the command

    @property
    def value(self) -> dict[str, Any]:
        return {self.key: self.command, **self.more}


class Entry(Value):
    """A command in the file."""

    event: str
    command: str
    node: Node


class Flat(ConfigFile):
    """A file of this shape. ``version`` is what a new file says of itself."""

    def __init__(
        self,
        name: str,
        hooks: Sequence[Hook],
        ours: re.Pattern[str],
        turn_end: str,
        version: int | None = 1,
    ) -> None:
        super().__init__(name, ours, turn_end)
        self._hooks = hooks
        self._version = version

    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        if text is not None:
            text = self.remove(text) if force else self._without(text, self._wanted())
        if text is None:
            return self._new(), len(self._hooks)
        missing = self._missing(text)
        for hook in missing:
            text = append(text, ("hooks", hook.event), hook.value)
        return text, len(missing)

    def remove(self, text: str) -> str | None:
        return self._without(text, set())

    def _without(self, text: str, kept: set[tuple[str, str]]) -> str | None:
        """Without our commands, also those of older versions, but for these."""
        document = parse(text)
        found = (entry for entry in entries(text, document) if self._ours.match(entry.command))
        targets = [entry.node for entry in found if (entry.event, entry.command) not in kept]
        if not targets:
            return text
        left = json_spans.remove(text, document, targets)
        made = [item.key for item in document.items] == ["hooks", "version"]
        alone = left is not None and [item.key for item in parse(left).items] == ["version"]
        return None if made and alone else left

    def missing(self, text: str | None) -> list[str]:
        return [hook.event for hook in self._missing(text)]

    def commands(self, text: str) -> Iterable[tuple[str, str]]:
        return ((event, command) for event, command, _ in entries(text, parse(text)))

    def _wanted(self) -> set[tuple[str, str]]:
        return {(hook.event, hook.command) for hook in self._hooks}

    def _missing(self, text: str | None) -> list[Hook]:
        found = set(self.commands(text)) if text is not None else set()
        return [hook for hook in self._hooks if (hook.event, hook.command) not in found]

    def _new(self) -> str:
        """A file that we create has its version after the hooks: that is how `remove` recognizes it."""
        events: dict[str, list[Any]] = {}
        for hook in self._hooks:
            events.setdefault(hook.event, []).append(hook.value)
        version = {} if self._version is None else {"version": self._version}
        return json.dumps({"hooks": events} | version, indent=2, ensure_ascii=False) + "\n"


def entries(text: str, document: Node) -> Iterator[Entry]:
    """Every command of every event; unknown shapes are skipped."""
    for event in children(document.member("hooks"), "{"):
        for node in children(event, "["):
            command = next(filter(None, (string(text, node, key) for key in _KEYS)), None)
            if command is not None:
                yield Entry(event.key or "", command, node)
