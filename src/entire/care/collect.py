"""Run `git gc`, unless a git command is running."""

from __future__ import annotations

from typing import NamedTuple

from entire.care.leftovers import is_stale
from entire.core.errors import EntireError
from entire.git import locks, upkeep
from entire.git.locks import LockFile
from entire.git.objects import store
from entire.git.objects.store import ObjectStore
from entire.git.repository import Repository


class GitBusy(EntireError):
    """Another git command has a lock."""


class Collected(NamedTuple):
    before: ObjectStore
    after: ObjectStore


def running_locks(repo: Repository) -> list[LockFile]:
    """Return the locks of running git commands: all except stale ones of our own refs."""
    return [lock for lock in locks.lock_files(repo) if not is_stale(lock)]


def collect(repo: Repository) -> Collected:
    """Run `git gc`. Raises GitBusy, GitError.

    Our own lock is not held: hooks continue, and git keeps what they write.
    """
    for lock in running_locks(repo):
        raise GitBusy(
            f"a git command is running: {lock.path}",
            "try again when it is done; if none is running, remove the file",
        )
    before = store.measure(repo)
    upkeep.collect(repo, upkeep.read(repo))
    return Collected(before, store.measure(repo))
