"""Bytes by holder: what only one holder has, and what it shares with others.

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
    unique: int = 0  # bytes that no other holder has
    shared: int = 0  # bytes that others have too

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
    """Return the bytes that are freed if all of these refs are deleted."""
    return sum(part.bytes for part in parts if part.refs.issubset(refs))
