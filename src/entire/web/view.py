"""What a page is made of: a reader of the repository, and what was asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from entire.checkpoint.index.index import Index
from entire.core.errors import UsageError
from entire.core.paths import nameable
from entire.core.pattern import DIGITS, made_of
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.transcript import document
from entire.web.links import Links

_LONGEST = 2000  # characters of a value


class View:
    """``given``: what was asked for, by name."""

    def __init__(self, index: Index, to: Links, given: Mapping[str, str]) -> None:
        self.index = index
        self.to = to
        self.given = given
        self.now = time.time()

    @property
    def repo(self) -> Repository:
        return self.index.repo

    @property
    def objects(self) -> Objects:
        return self.index.objects

    def text(self, name: str) -> str:
        """Raises UsageError."""
        value = self.given.get(name, "")
        if len(value) > _LONGEST or not nameable(value) or "\n" in value:
            raise UsageError(f"{name}: not a usable value")
        return value.strip()

    def number(self, name: str, default: int = 0) -> int:
        """Raises UsageError."""
        value = self.given.get(name, "")
        if value and not made_of(value, DIGITS, 1, 9):
            raise UsageError(f"{name}: not a number")
        return int(value) if value else default


class Page(NamedTuple):
    """A template, and what it shows."""

    template: str
    title: str
    facts: dict[str, Any]


class Goto(NamedTuple):
    """Another page."""

    address: str


@contextmanager
def opened(repo: Repository, to: Links, given: Mapping[str, str]) -> Iterator[View]:
    """Read the repository for one page. Nothing is written, except to the index, which is a cache."""
    try:
        with Objects(repo) as objects, Index(repo, objects) as index:
            yield View(index, to, given)
    finally:
        document.forget()
