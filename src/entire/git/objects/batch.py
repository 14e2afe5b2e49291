"""Reading many objects that name each other: level by level, each level in one go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from entire.git.objects import promised
from entire.git.objects.read import Object, Objects
from entire.git.repository import Repository


class Batch(Objects):
    """A reader on top of another one, for a while: what was asked for ahead is answered from memory.

    ``trees`` are those below which it will read. What a partial clone has not of them is found out before:
    git ends a reader that comes upon it, and there may be ten thousand.
    """

    def __init__(self, repo: Repository, objects: Objects, trees: Sequence[str]) -> None:
        super().__init__(repo)
        self._below = objects
        missing = promised.missing_below(repo, trees) if promised.promisor(repo) else []
        self._known: dict[str, Object | None] = dict.fromkeys(missing)

    def ahead(self, oids: Iterable[str]) -> None:
        """Read these now."""
        wanted = [oid for oid in dict.fromkeys(oids) if oid not in self._known]
        self._known.update(zip(wanted, self._below.read_many(wanted), strict=True))

    def has(self, oid: str) -> bool:
        """Whether something that was read ahead is there."""
        return self._known.get(oid) is not None

    def read_many(self, names: Iterable[str]) -> Iterator[Object | None]:
        for name in names:
            yield self._known[name] if name in self._known else self._below.read(name)
