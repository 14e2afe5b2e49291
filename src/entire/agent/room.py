"""How much of conversations one command shows, all of them together: a stranger's can be endless (I6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from entire.agent.conversation import is_sane

MOST_RECORDS = 30_000
MOST_BYTES = 32 * 1024 * 1024
MOST_LINES = 200_000  # of edits: each takes several times its length


class Records(Protocol):
    """A transcript that is read on demand."""

    @property
    def taken(self) -> int:
        """How many bytes were read."""

    def some(self, start: int, most: int) -> Iterable[bytes]:
        """At most so many records from a position on."""


class Room:
    """What is left of it. A conversation that does not fit is cut, and those after it are left out."""

    def __init__(self, records: int = MOST_RECORDS, size: int = MOST_BYTES, lines: int = MOST_LINES) -> None:
        self._records = records
        self._bytes = size
        self._lines = lines
        self.is_full = False
        self.cut_count = 0  # conversations of which something is missing
        self.refused_lines = 0  # of edits

    @contextmanager
    def quarter(self) -> Iterator[Room]:
        """A part for what is read before the conversation that it belongs to."""
        given = Room(self._records // 4, self._bytes // 4, self._lines // 4)
        records, size, lines = given._records, given._bytes, given._lines
        yield given
        self._records -= records - max(0, given._records)
        self._bytes -= size - max(0, given._bytes)
        self._lines -= lines - given._lines
        self.cut_count += given.cut_count
        self.refused_lines += given.refused_lines

    def take_lines(self, count: int) -> bool:
        """Whether so many lines of an edit fit."""
        if count > self._lines:
            self.refused_lines += count
            return False
        self._lines -= count
        return True

    def fitting(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The records that fit."""
        is_whole = not self.is_full
        for piece in pieces if is_whole else ():
            self._records -= 1
            self._bytes -= len(piece)
            self.is_full = min(self._records, self._bytes) < 0
            is_whole = is_whole and not self.is_full and is_sane(piece)  # what is not sane is not decoded
            if self.is_full:
                break
            yield piece
        self.cut_count += not is_whole
