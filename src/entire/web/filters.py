"""The filters of lists, the same as the options of commands: what was typed, and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entire.agent import registry
from entire.cli import narrow
from entire.cli.narrowed import Filter
from entire.search.where import NOTHING, Where
from entire.web import indexing
from entire.web.view import View

NAMES = ("q", "author", "agent", "model", "branch", "file", "session", "since", "until")


class Filters(NamedTuple):
    typed: dict[str, str]  # by name, as in the address
    where: Where

    @property
    def words(self) -> str:
        return self.typed.get("q", "")

    @property
    def narrows(self) -> bool:
        return bool(self.words) or self.is_set

    @property
    def is_set(self) -> bool:
        """Whether there is one besides words."""
        return self.where != NOTHING

    def applied(self, view: View) -> Filter | None:
        """What takes checkpoints, steps and sessions; None if everything counts."""
        if not self.narrows:
            return None
        return Filter(view.index, self.where, self.words, indexing.prepare)


def read(view: View, names: Sequence[str] = NAMES) -> Filters:
    """``names``: those that the page has. Raises UsageError."""
    typed = {name: view.text(name) for name in names}
    given = {name: value for name, value in typed.items() if name not in ("q", "file")}
    files = [view.repo.path(typed["file"])] if typed.get("file") else []
    return Filters(typed, narrow.where(view.repo, given, files))


def agents() -> list[str]:
    """The agents to choose from."""
    return sorted(one.TYPE for one in registry.every())
