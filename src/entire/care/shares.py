"""Bytes by who holds them: what goes with one holder, and what others hold too.

Pure arithmetic. An object is counted once, in the part of exactly those that hold it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple


class Part(NamedTuple):
    """All objects with the same holders."""

    refs: frozenset[str]
    sessions: frozenset[str]
    objects: int
    bytes: int


class Share(NamedTuple):
    unique: int = 0  # bytes that nobody else holds
    shared: int = 0  # bytes that others hold too

    @property
    def bytes(self) -> int:
        return self.unique + self.shared


def by_ref(parts: Iterable[Part]) -> dict[str, Share]:
    return _shares((part.refs, part.bytes) for part in parts)


def by_session(parts: Iterable[Part]) -> dict[str, Share]:
    return _shares((part.sessions, part.bytes) for part in parts)


def _shares(held: Iterable[tuple[frozenset[str], int]]) -> dict[str, Share]:
    found: dict[str, Share] = {}
    for holders, size in held:
        for holder in holders:
            unique, shared = found.get(holder, Share())
            alone = len(holders) == 1
            found[holder] = Share(unique + size, shared) if alone else Share(unique, shared + size)
    return found


def held_only_by(parts: Iterable[Part], refs: Collection[str]) -> int:
    """The bytes that go with these refs, all of them together."""
    return sum(part.bytes for part in parts if part.refs.issubset(refs))
