"""What can be done to keep the repository small and fast. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from entire.care import copies, leftovers
from entire.care.collect import running_locks
from entire.care.copies import Copy
from entire.care.leftovers import Leftover
from entire.checkpoint.names import ORPHANED_REFS
from entire.git import refs, upkeep
from entire.git.locks import LockFile
from entire.git.objects import store as object_store
from entire.git.objects.read import Objects
from entire.git.objects.store import Loose, ObjectStore
from entire.git.repository import Repository
from entire.git.upkeep import Upkeep
from entire.git.worktree import worktrees
from entire.session.store import Store
from entire.strategy.clean.branches import Fate, list_fates

# Less is not worth the time: one file per folder on average, and few packs to search.
WORTH_LOOSE = 256
WORTH_PACKS = 10


class Unreachable(NamedTuple):
    """Loose objects that nothing reaches, for example of deleted branches."""

    objects: int
    bytes: int
    expired_bytes: int  # of objects that git will no longer keep


class Excess(NamedTuple):
    """What takes space without need."""

    leftovers: list[Leftover]
    copies: list[Copy]
    store: ObjectStore
    unreachable: Unreachable


class Plan(NamedTuple):
    leftovers: list[Leftover]
    copies: list[Copy]
    store: ObjectStore
    upkeep: Upkeep
    unreachable: Unreachable
    running_locks: list[LockFile]  # locks of running git commands
    branches: int  # unused ones, which `entire clean` deletes

    @property
    def worth_packing(self) -> bool:
        many = self.store.loose > WORTH_LOOSE or self.store.packs > WORTH_PACKS
        return many or self.unreachable.expired_bytes > 0


def look(
    places: Sequence[Repository],
    objects: Objects,
    store: Store,
    expire: int,
    unreachable: Callable[[ObjectStore], list[Loose]],
) -> Excess:
    """Return what a plan has about space, in these worktrees of one repository."""
    stored = object_store.measure(places[0])
    gone = unreachable(stored) if stored.loose else []
    return Excess(
        leftovers.find(places, store),
        copies.unneeded(places, objects, store),
        stored,
        count_unreachable(gone, expire),
    )


def gather(repo: Repository, objects: Objects, store: Store) -> Plan:
    how = upkeep.read(repo)
    places = list(worktrees.every(repo))
    found = look(places, objects, store, how.expire, lambda stored: object_store.unreachable(repo))
    return Plan(
        found.leftovers,
        found.copies,
        found.store,
        how,
        found.unreachable,
        running_locks(repo),
        len(refs.listing(repo, ORPHANED_REFS)) + _left_over(repo, objects, store),
    )


def count_unreachable(found: Iterable[Loose], expire: int) -> Unreachable:
    objects = list(found)
    expired = sum(loose.bytes for loose in objects if loose.time < expire)
    return Unreachable(len(objects), sum(loose.bytes for loose in objects), expired)


def _left_over(repo: Repository, objects: Objects, store: Store) -> int:
    staying = (Fate.NEEDED, Fate.FOREIGN)
    return sum(fate not in staying for _, fate in list_fates(repo, objects, store))
