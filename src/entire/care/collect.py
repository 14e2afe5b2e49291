"""Having git pack its objects, unless a git command is at work."""

from __future__ import annotations

from typing import NamedTuple

from entire.care.leftovers import is_stale
from entire.core.errors import EntireError
from entire.git import locks, upkeep
from entire.git.locks import Held
from entire.git.objects import store
from entire.git.objects.store import ObjectStore
from entire.git.repository import Repository


class AtWork(EntireError):
    """Another git command holds a lock."""


class Collected(NamedTuple):
    before: ObjectStore
    after: ObjectStore


def at_work(repo: Repository) -> list[Held]:
    """The locks that are to be respected: all but those of our own refs that a kill left."""
    return [lock for lock in locks.held(repo) if not is_stale(lock)]


def collect(repo: Repository) -> Collected:
    """Raises AtWork, GitError. Our own lock is not held: hooks go on, and git keeps what they write."""
    for lock in at_work(repo):
        raise AtWork(
            f"a git command is at work: {lock.path}",
            "try again when it is done; if there is none, remove that file",
        )
    before = store.look(repo)
    upkeep.collect(repo, upkeep.look(repo))
    return Collected(before, store.look(repo))
