"""Two layouts in one: one record a line, or one document with a list of messages.

For an agent whose older versions wrote documents, or for which the reference stores them. Stored transcripts
are in either of them, so each call looks at what it is given. A client that resumes a session of an older
version continues it in a new file: then our copy changes its layout too.
"""

from __future__ import annotations

import os
from itertools import accumulate, chain

from entire.core import files, json_text
from entire.transcript import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from entire.transcript.cursor import Cursor, Mark, Turn
    from entire.transcript.layout import Layout, Pieces, Record

_KEY = "messages"
_HEAD = 64 * 1024  # enough to recognise a transcript
_BLANK = b" \t\r\n"


class Either:
    """See above. ``record_keys``: what starts a line, but never a document."""

    def __init__(self, record_keys: tuple[bytes, ...]) -> None:
        self._record_keys = record_keys

    # Reading

    def continues(self, descriptor: int, mark: Mark) -> bool:
        return self._in(descriptor).continues(descriptor, mark)

    def read_new(
        self,
        descriptor: int,
        cursor: Cursor,
        copy: str,
        redact: Callable[[bytes], bytes],
        known: Callable[[bytes, bytes], bool] | None = None,
    ) -> Iterator[Record | None]:
        found = self._in(descriptor)
        if cursor.position and found is lines and self.is_document(_head(copy)):
            _change_copy(cursor, copy)
        return found.read_new(descriptor, cursor, copy, redact, known)

    def pieces(self, descriptor: int) -> Iterator[bytes]:
        return self._in(descriptor).pieces(descriptor)

    def records(self, descriptor: int, mark: Mark) -> Iterator[Record]:
        return self._in(descriptor).records(descriptor, mark)

    def records_at(self, copy: str, turns: Sequence[Turn]) -> list[Record]:
        return self._of(_head(copy)).records_at(copy, turns)

    # Storing

    def chunks(self, sealed_bytes: int, rest: bytes) -> tuple[list[bytes], list[bytes]]:
        return (lines if sealed_bytes else self._of(rest)).chunks(sealed_bytes, rest)

    def sealed_size(self, sealed: Sequence[bytes]) -> int:
        return lines.sealed_size(sealed)  # of a document nothing is sealed

    def join(self, parts: Sequence[bytes]) -> bytes:
        return self._of(parts[0] if parts else b"").join(parts)

    # Whole transcripts

    def closed(self, data: bytes) -> bytes:
        return self._of(data).closed(data)

    def trimmed(self, data: bytes) -> bytes:
        return self._of(data).trimmed(data)

    def restored(self, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
        every = iter(parts)
        blocks = iter(next(every, ()))
        start = b""
        while len(start) < _HEAD and (block := next(blocks, b"")):
            start += block
        return self._of(start).restored(chain([chain([start], blocks)], every))

    def split(self, data: bytes) -> Pieces:
        return self._of(data).split(data)

    def some(self, data: bytes, start: int, most: int) -> Iterable[bytes]:
        return self._of(data).some(data, start, most)

    def end(self, data: bytes) -> int:
        return self._of(data).end(data)

    def decode(self, piece: bytes) -> Record | None:
        return lines.decode(piece.lstrip(_BLANK + b","))

    def cut(self, data: bytes, position: int) -> bytes:
        return self._of(data).cut(data, position)

    def is_document(self, start: bytes) -> bool:
        text = start[:_HEAD].lstrip(_BLANK)
        if text[:1] != b"{" or text[1:].lstrip(_BLANK).startswith(self._record_keys):
            return False
        try:
            first = json_text.decode(text.partition(b"\n")[0])
        except (ValueError, RecursionError):  # over several lines, or longer than this part
            return b'"' + _KEY.encode() + b'"' in text
        return isinstance(first, dict) and isinstance(first.get(_KEY), list)

    def parsed(self, data: bytes) -> tuple[dict[str, Any], list[Any]] | None:
        """A whole document: what it says of the session, and the records; None if it is not a document."""
        try:
            whole = json_text.decode(data) if self.is_document(data) else None
        except (ValueError, RecursionError):
            return None
        records = whole.get(_KEY) if isinstance(whole, dict) else None
        if whole is None or not isinstance(records, list):
            return None
        return {key: value for key, value in whole.items() if key != _KEY}, records

    def _of(self, data: bytes) -> Layout:
        if not self.is_document(data):
            module: Layout = lines
            return module
        from entire.transcript import document

        return document.of(_KEY)

    def _in(self, descriptor: int) -> Layout:
        return self._of(os.pread(descriptor, _HEAD, 0))


def _head(path: str) -> bytes:
    descriptor = files.open_regular(path)
    if descriptor is None:
        return b""
    with open(descriptor, "rb") as file:
        return file.read(_HEAD)


def _change_copy(cursor: Cursor, copy: str) -> None:
    """Write our copy of a document as lines, one for each record that was read: positions stay."""
    from entire.transcript import document

    layout = document.of(_KEY)
    records = layout.split(files.read_or_empty(copy))[1][: cursor.position]
    rows = [json_text.encode_lines([layout.decode(piece)]) for piece in records]
    files.write_atomic(copy, b"".join(rows), durable=False)
    starts = [0, *accumulate(map(len, rows))]
    cursor.copy_bytes, cursor.sealed_bytes, cursor.sealed_oids = starts[-1], 0, []
    for turn in cursor.turns:
        turn.offset = starts[min(turn.position, len(rows))]
