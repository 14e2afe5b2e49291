"""Read many objects that refer to each other: level by level, each level in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from entire.git.objects import promised
from entire.git.objects.read import LARGEST, SMALL, Object, Objects, left_out
from entire.git.repository import Repository


class Batch(Objects):
    """A reader on top of another one that answers from memory what was prefetched.

    ``trees`` are those it will read below. In a partial clone, their missing objects are listed first: git
    quits when a reader asks for one, and there may be ten thousand.
    """

    def __init__(self, repo: Repository, objects: Objects, trees: Sequence[str]) -> None:
        super().__init__(repo)
        self._below = objects
        self.too_large = objects.too_large
        self._size = 0
        missing = promised.missing_below(repo, trees) if promised.promisor(repo) else []
        self._known: dict[str, Object | None] = dict.fromkeys(missing)

    def prefetch(self, oids: Iterable[str]) -> None:
        """Read these objects now, except for what is too much to keep."""
        wanted = [oid for oid in dict.fromkeys(oids) if oid not in self._known]
        for oid, found in zip(wanted, self._below.read_many(wanted, SMALL), strict=True):
            self._size += len(found.data) if found is not None else 0
            if self._size > LARGEST:
                return
            self._known[oid] = found

    def has(self, oid: str) -> bool:
        """Whether an object exists (one that is too large does)."""
        return oid in left_out or self.read(oid, SMALL) is not None or oid in left_out

    def read(self, name: str, limit: int = LARGEST) -> Object | None:
        return next(iter(self.read_many([name], limit)))

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        for name in names:
            yield self._known[name] if name in self._known else self._below.read(name, limit)
