"""Reading the transcript of an external agent: lines. Its program is asked once about each new part."""

from __future__ import annotations

import os

from entire.agent.external import records
from entire.transcript import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from entire.transcript.cursor import Cursor
    from entire.transcript.layout import Record

Numbers = tuple[int, int, int, int]
_SESSION = "*"  # the agent's own count for the session, among the answers that a mark keeps
_MOST_COUNTED = 16 * 1024 * 1024


class Part:
    """What the program says of the part that is being read."""

    def __init__(self, prompts: list[str] | None, files: list[str]) -> None:
        self._prompts = prompts  # None: it does not say
        self.files = files

    def prompt(self, record: Record) -> str:
        """The prompt that a record holds, if the program named it; by the usual shapes if it names none."""
        if self._prompts is None:
            return records.prompt_of(record)
        if not self._prompts:
            return ""
        first = self._prompts[0].strip()
        if any(first in one for one in records.texts(record)):
            return self._prompts.pop(0)
        return ""


class Lines:
    """The layout `transcript.lines`; the program is asked when something new is read."""

    continues = staticmethod(lines.continues)
    pieces = staticmethod(lines.pieces)
    records = staticmethod(lines.records)
    records_at = staticmethod(lines.records_at)
    chunks = staticmethod(lines.chunks)
    sealed_size = staticmethod(lines.sealed_size)
    join = staticmethod(lines.join)
    closed = staticmethod(lines.closed)
    trimmed = staticmethod(lines.trimmed)
    restored = staticmethod(lines.restored)
    split = staticmethod(lines.split)
    some = staticmethod(lines.some)
    end = staticmethod(lines.end)
    decode = staticmethod(lines.decode)
    cut = staticmethod(lines.cut)

    def __init__(
        self, part_of: Callable[[str, int], Part | None], tokens: Callable[[bytes], Numbers | None]
    ) -> None:
        self._part_of = part_of
        self._tokens = tokens
        self.part = Part(None, [])
        self.used: Numbers | None = None  # by the session, up to what was read last

    def read_new(
        self,
        descriptor: int,
        cursor: Cursor,
        copy: str,
        redact: Callable[[bytes], bytes],
        known: Callable[[bytes, bytes], bool] | None = None,
    ) -> Iterator[Record | None]:
        start, size = cursor.mark.byte, os.fstat(descriptor).st_size
        part = self._part_of(cursor.path, start) if size > start else Part(None, [])
        self.used = None
        if part is None:
            cursor.unread = size - start
            return
        self.part = part
        yield from lines.read_new(descriptor, cursor, copy, redact, known)
        self.part = Part(None, [])
        if start < cursor.mark.byte <= start + _MOST_COUNTED:
            self._count(descriptor, start, cursor)

    def _count(self, descriptor: int, start: int, cursor: Cursor) -> None:
        """Only the new part is counted: what was read before is never sent again (I5)."""
        fresh = self._tokens(os.pread(descriptor, cursor.mark.byte - start, start))
        if fresh is not None:
            before = cursor.mark.open_usage().recent.get(_SESSION, [0, 0, 0, 0])
            used = [then + now for then, now in zip(before, fresh, strict=True)]
            self.used = (used[0], used[1], used[2], used[3])
