"""Hooks in groups: `{"hooks": {Event: [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}`.

Every hook of ours sits in a group of its own, so that groups of the user are never edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from entire.agent.hook_config.file import append, children, string
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
    """A command that stands in the file."""

    event: str
    matcher: str
    command: str
    node: Node
    group: Node


def add(text: str | None, hooks: Sequence[Hook]) -> str | None:
    """The document (None: there is no file) with these hooks at the end."""
    for hook in hooks:
        command = {"type": "command", "command": hook.command}
        text = append(text, ("hooks", hook.event), {"matcher": hook.matcher, "hooks": [command]})
    return text


def missing(text: str | None, hooks: Sequence[Hook]) -> list[Hook]:
    """Hooks of tools must be there under their own matcher, the others under any."""
    if text is None:
        return list(hooks)
    found = {(e.event, e.matcher, e.command) for e in entries(text, parse(text))}
    found |= {(event, "", command) for event, _, command in found}
    return [hook for hook in hooks if tuple(hook) not in found]


def ours(text: str, document: Node, pattern: re.Pattern[str]) -> list[Node]:
    """What to remove: commands that match from their start on, with the group if nothing else is in it."""
    found: dict[Node, list[Node]] = {}
    for entry in entries(text, document):
        if pattern.match(entry.command):
            found.setdefault(entry.group, []).append(entry.node)
    targets: list[Node] = []
    for group, nodes in found.items():
        alone = len(nodes) == len(children(group.member("hooks"), "["))
        targets += [group] if alone else nodes
    return targets


def entries(text: str, document: Node) -> Iterator[Entry]:
    """Every command of every event; shapes that we do not know are passed over."""
    for event in children(document.member("hooks"), "{"):
        for group in children(event, "["):
            matcher = string(text, group, "matcher") or ""
            for node in children(group.member("hooks"), "["):
                command = string(text, node, "command")
                if command is not None:
                    yield Entry(event.key or "", matcher, command, node, group)
