"""Hooks that are a JavaScript plugin: one file, all of it ours, made from a template that the agent has."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from entire.agent.hook_config import commands
from entire.agent.hook_config.file import ConfigFile
from entire.core.errors import EntireError

VERSION = 3  # of the plugins: counts up whenever a template changes
_SENDER = os.path.join(os.path.dirname(__file__), "sender.js")


class Plugin(ConfigFile):
    """``ours`` recognizes a plugin for the ``agent`` that we made, or the reference, from its start on."""

    def __init__(self, name: str, agent: str, template: str, ours: re.Pattern[str]) -> None:
        super().__init__(name, commands.ours(agent), turn_end="turn-end")
        self._agent = agent
        self._template = template
        self._made = ours

    @property
    def content(self) -> str:
        """The file as it must be."""
        with open(self._template, encoding="utf-8") as file, open(_SENDER, encoding="utf-8") as sender:
            text = file.read().replace("@SENDER@\n", sender.read())
        return text.replace("@AGENT@", self._agent).replace("@VERSION@", str(VERSION))

    def install(self, root: str, *, force: bool = False) -> int:
        before = self.load(root)
        if before is not None and not self._made.match(before):
            raise EntireError(
                f"{self.name} exists, and is not ours", "rename that file, which is unchanged, and try again"
            )
        return super().install(root, force=force)

    def add(self, text: str | None, *, force: bool = False) -> tuple[str, int]:
        wanted = self.content
        return wanted, int(text != wanted)

    def remove(self, text: str) -> str | None:
        return None if self._made.match(text) else text

    def missing(self, text: str | None) -> list[str]:
        return [] if text == self.content else ["plugin" if text is None else "plugin of this version"]

    def commands(self, text: str) -> Iterable[tuple[str, str]]:
        return [("turn-end", f"entire hooks {self._agent} turn-end")] if self._made.match(text) else []
