"""A stored transcript of one record a line, read from git as far as its records are looked at.

The beginning of a long conversation costs as much as that of a short one, and no more of it is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing

from entire.agent import registry
from entire.agent.conversation import LONGEST
from entire.checkpoint.segments_read import part_ids
from entire.git.errors import GitError
from entire.git.objects.read import LARGEST, Objects

Counts = Callable[[Sequence[str]], Mapping[str, int]]

SMALL = 1024 * 1024  # bytes of a transcript that is read as a whole, and of a segment
HEAD = 256 * 1024  # bytes of its beginning: they show whose it is, and where the session ran


class OnDemand:
    """Nothing else may be read from the same ``objects`` while records are taken from an iterator."""

    def __init__(
        self, objects: Objects, oids: Sequence[str], sizes: Mapping[str, int], known: Mapping[str, int]
    ) -> None:
        """``known``: how many records segments have; they are not read to find a later position."""
        self._objects = objects
        self._oids = [oid for oid in oids if self._is_readable(oid, sizes.get(oid))]
        self._sizes = sizes
        self._known = known
        self._first = b""  # block of a large first segment: a page reads it twice, and often no other
        self._taken = 0  # bytes of the last segment that was read to its end
        self.counted: dict[str, int] = {}  # the same of segments that were read to their end

    def _is_readable(self, oid: str, size: int | None) -> bool:
        """As in whole transcripts: part of a conversation is better than nothing."""
        if size is not None and size > LARGEST:
            self._objects.leave_out(oid, size)
        return size is not None and size <= LARGEST

    def head(self) -> bytes:
        if not self._oids:
            return b""
        with closing(self._blocks(0)) as blocks:
            return next(blocks, b"")[:HEAD]

    def some(self, start: int, most: int) -> Iterator[bytes]:
        """At most so many records from a position on."""
        for number, oid in enumerate(self._oids):
            is_sealed = number < len(self._oids) - 1  # the last segment grows, and is another one then
            known = self._known.get(oid, self.counted.get(oid)) if is_sealed else None
            if known is not None and known <= start:
                start -= known
                continue
            count = 0
            with closing(self._records(number)) as records:
                for record in records:
                    count += 1
                    if count <= start:
                        continue
                    if not most:
                        return
                    most -= 1
                    yield record
            start = max(0, start - count)
            if is_sealed and self._taken == self._sizes[oid]:  # else it is damaged
                self.counted[oid] = count

    def _records(self, number: int) -> Generator[bytes]:
        """The lines of a segment, each complete: only the last segment is stored with its last newline."""
        rest: list[bytes] = []
        size = taken = 0
        with closing(self._blocks(number)) as blocks:
            for block in blocks:
                taken += len(block)
                first, *others = block.split(b"\n")
                size += len(first)
                rest.append(first if size <= LONGEST else b"")
                if others:
                    yield _line(rest, size)
                    yield from (line + b"\n" for line in others[:-1])
                    rest, size = others[-1:], len(others[-1])
        if size or (taken and number < len(self._oids) - 1):
            yield _line(rest, size)
        self._taken = taken

    def _blocks(self, number: int) -> Generator[bytes]:
        oid = self._oids[number]
        if self._sizes[oid] <= SMALL:
            whole = self._objects.blob(oid)
            if whole is not None:
                yield whole
            return
        first = self._first if number == 0 else b""
        if first:
            yield first
        with closing(self._objects.blocks(oid)) as blocks:
            for at, block in enumerate(blocks):
                if at == 0 and first:
                    continue
                if at == 0 and number == 0:
                    self._first = block
                yield block


def _line(parts: list[bytes], size: int) -> bytes:
    return b"".join([*parts, b"\n"]) if size <= LONGEST else b"\n"


class Opener:
    """Opens the transcripts in some directories, whose sizes are asked for together."""

    def __init__(self, objects: Objects, directories: Iterable[str], counts: Counts) -> None:
        self._objects = objects
        self._parts = {directory: part_ids(objects, directory) for directory in directories if directory}
        self._sizes = _sizes(objects, [oid for oids in self._parts.values() for oid in oids])
        self._counts = counts

    def open(self, directory: str, agent: str) -> tuple[bytes, OnDemand] | None:
        """The beginning of a transcript, and its records.

        None for a short one, and if a later record can change what earlier ones say: then all of it is read.
        """
        oids = self._parts.get(directory, [])
        if sum(self._sizes.get(oid, 0) for oid in oids) <= SMALL:
            return None
        found = OnDemand(self._objects, oids, self._sizes, self._counts(oids))
        head = found.head()
        return (head, found) if registry.is_read_in_order(registry.stored_type(agent, head), head) else None


def _sizes(objects: Objects, oids: Sequence[str]) -> dict[str, int]:
    try:
        return objects.sizes(oids)
    except GitError:  # in a partial clone, git tried to fetch them
        return {}
