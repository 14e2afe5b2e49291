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


class Allowance:
    """How many bytes may still be read, of all transcripts that were opened together (I6)."""

    def __init__(self, left: int = LARGEST) -> None:
        self.left = left


class OnDemand:
    """Nothing else may be read from the same ``objects`` while records are taken from an iterator."""

    def __init__(
        self,
        objects: Objects,
        oids: Sequence[str],
        sizes: Mapping[str, int],
        known: Mapping[str, int],
        allowance: Allowance | None = None,
    ) -> None:
        """``known``: how many records segments have; they are not read to find a later position."""
        self._objects = objects
        self.lacks = False  # something of it was not read, because it is too large
        self._oids = [oid for oid in oids if self._is_readable(oid, sizes.get(oid))]
        self._sizes = sizes
        self._known = known
        self._allowance = allowance or Allowance()
        self._first = b""  # block of a large first segment: a page reads it twice, and often no other
        self._is_cut = False  # the rest is more than may be read
        self._count = 0  # records of the last segment that was read
        self._is_whole = False  # and whether nothing of it was missing
        self.taken = 0  # bytes that were read, records or not
        self.counted: dict[str, int] = {}  # how many records segments have that were read to their end

    def _is_readable(self, oid: str, size: int | None) -> bool:
        """As in whole transcripts: part of a conversation is better than nothing."""
        if size is not None and size > LARGEST:
            self.lacks = True
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
            with closing(self._records(number, start)) as records:
                for record in records:
                    if not most:
                        return
                    most -= 1
                    yield record
            if self._is_cut:
                return
            start = max(0, start - self._count)
            if is_sealed and self._is_whole:
                self.counted[oid] = self._count

    def _records(self, number: int, skip: int) -> Generator[bytes]:
        """The lines of a segment after some. Only the last segment is stored with its last newline."""
        rest: list[bytes] = []
        size = read = count = 0
        with closing(self._blocks(number)) as blocks:
            for block in blocks:
                read += len(block)
                ends = block.count(b"\n")
                if 0 < ends <= skip - count:  # none of its lines is asked for
                    count, rest, size = count + ends, [], 0
                    block = block[block.rfind(b"\n") + 1 :]
                first, *others = block.split(b"\n")
                size += len(first)
                rest.append(first if size <= LONGEST else b"")
                for following in others:
                    if count >= skip:
                        yield self._line(rest, size)
                    count, rest, size = count + 1, [following], len(following)
        if self._is_cut:
            return
        if size or (read and number < len(self._oids) - 1):
            if count >= skip:
                yield self._line(rest, size)
            count += 1
        self._count, self._is_whole = count, read == self._sizes[self._oids[number]]

    def _line(self, parts: list[bytes], size: int) -> bytes:
        self.lacks = self.lacks or size > LONGEST
        return b"".join([*parts, b"\n"]) if size <= LONGEST else b"\n"

    def _blocks(self, number: int) -> Generator[bytes]:
        size = self._sizes[self._oids[number]]
        with closing(self._stored(number)) as blocks:
            while size:
                if self._is_cut or self._allowance.left <= 0:
                    self.leave_out()
                    return
                block = next(blocks, b"")
                if not block:
                    return  # it is damaged
                self._allowance.left -= len(block)
                self.taken += len(block)
                size -= len(block)
                yield block

    def leave_out(self) -> None:
        """Read no more of it, and name it as too large."""
        self._is_cut = self.lacks = True
        self._objects.leave_out(self._oids[0], sum(self._sizes[oid] for oid in self._oids))

    def _stored(self, number: int) -> Generator[bytes]:
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


class Opener:
    """Opens the transcripts in some directories, whose sizes are asked for together."""

    def __init__(self, objects: Objects, directories: Iterable[str], counts: Counts) -> None:
        self._objects = objects
        self._parts = {directory: part_ids(objects, directory) for directory in directories if directory}
        self._sizes = _sizes(objects, [oid for oids in self._parts.values() for oid in oids])
        self._counts = counts
        self._allowance = Allowance()

    def open(self, directory: str, agent: str) -> tuple[bytes, OnDemand] | None:
        """The beginning of a transcript, and its records.

        None for a short one, and if a later record can change what earlier ones say: then all of it is read.
        """
        oids = self._parts.get(directory, [])
        if sum(self._sizes.get(oid, 0) for oid in oids) <= SMALL:
            return None
        found = OnDemand(self._objects, oids, self._sizes, self._counts(oids), self._allowance)
        head = found.head()
        return (head, found) if registry.is_read_in_order(agent, head) else None


def _sizes(objects: Objects, oids: Sequence[str]) -> dict[str, int]:
    try:
        return objects.sizes(oids)
    except GitError:  # in a partial clone, git tried to fetch them
        return {}
