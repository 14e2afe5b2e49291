"""A long transcript without secrets, read and cleaned piece by piece. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from entire.agent.room import Records

Clean = Callable[[bytes], bytes]
_TOGETHER = 1024 * 1024  # bytes: to clean each record alone would take long


class Cleaned:
    """Records on demand, without what ``clean`` removes from some lines at a time."""

    def __init__(self, records: Records, clean: Clean) -> None:
        self._records = records
        self._clean = clean

    @property
    def taken(self) -> int:
        return self._records.taken

    def some(self, start: int, most: int) -> Iterator[bytes]:
        for lines in _together(self._records.some(start, most)):
            for line in self._clean(lines).split(b"\n")[:-1]:
                yield line + b"\n"


def _together(lines: Iterable[bytes]) -> Iterator[bytes]:
    found: list[bytes] = []
    size = 0
    for line in lines:
        found.append(line)
        size += len(line)
        if size > _TOGETHER:
            yield b"".join(found)
            found, size = [], 0
    if found:
        yield b"".join(found)
