"""The two layouts of Gemini CLI's transcripts: one record a line, and one document in older versions.

Stored transcripts are in either of them, so each call looks at what it is given. A client that resumes a
session of an older version continues it in a new file: then our copy changes its layout too.
"""

from __future__ import annotations

import os
from itertools import accumulate, chain

from entire.agent.gemini.places import HEAD, head
from entire.core import files, json_text
from entire.transcript import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from entire.transcript.cursor import Cursor, Mark, Turn
    from entire.transcript.layout import Layout, Pieces, Record

_KEY = "messages"
_RECORD_KEYS = (b'"id"', b'"$set"', b'"$rewindTo"')  # what starts a line, but never a document
_BLANK = b" \t\r\n"


class Either:
    """See above; `EITHER` is the only one."""

    # Reading

    def continues(self, descriptor: int, mark: Mark) -> bool:
        return _in(descriptor).continues(descriptor, mark)

    def read_new(
        self,
        descriptor: int,
        cursor: Cursor,
        copy: str,
        redact: Callable[[bytes], bytes],
        known: Callable[[bytes, bytes], bool] | None = None,
    ) -> Iterator[Record | None]:
        found = _in(descriptor)
        if cursor.position and found is lines and _is_document(head(copy)):
            _change_copy(cursor, copy)
        return found.read_new(descriptor, cursor, copy, redact, known)

    def pieces(self, descriptor: int) -> Iterator[bytes]:
        return _in(descriptor).pieces(descriptor)

    def records(self, descriptor: int, mark: Mark) -> Iterator[Record]:
        return _in(descriptor).records(descriptor, mark)

    def records_at(self, copy: str, turns: Sequence[Turn]) -> list[Record]:
        return _of(head(copy)).records_at(copy, turns)

    # Storing

    def chunks(self, sealed_bytes: int, rest: bytes) -> tuple[list[bytes], list[bytes]]:
        return (lines if sealed_bytes else _of(rest)).chunks(sealed_bytes, rest)

    def sealed_size(self, sealed: Sequence[bytes]) -> int:
        return lines.sealed_size(sealed)  # of a document nothing is sealed

    def join(self, parts: Sequence[bytes]) -> bytes:
        return _of(parts[0] if parts else b"").join(parts)

    # Whole transcripts

    def closed(self, data: bytes) -> bytes:
        return _of(data).closed(data)

    def trimmed(self, data: bytes) -> bytes:
        return _of(data).trimmed(data)

    def restored(self, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
        every = iter(parts)
        blocks = iter(next(every, ()))
        start = b""
        while len(start) < HEAD and (block := next(blocks, b"")):
            start += block
        return _of(start).restored(chain([chain([start], blocks)], every))

    def split(self, data: bytes) -> Pieces:
        return _of(data).split(data)

    def some(self, data: bytes, start: int, most: int) -> Iterable[bytes]:
        return _of(data).some(data, start, most)

    def end(self, data: bytes) -> int:
        return _of(data).end(data)

    def decode(self, piece: bytes) -> Record | None:
        return lines.decode(piece.lstrip(_BLANK + b","))

    def cut(self, data: bytes, position: int) -> bytes:
        return _of(data).cut(data, position)


EITHER = Either()


def _of(data: bytes) -> Layout:
    if not _is_document(data[:HEAD]):
        module: Layout = lines
        return module
    from entire.transcript import document

    return document.of(_KEY)


def _in(descriptor: int) -> Layout:
    return _of(os.pread(descriptor, HEAD, 0))


def _is_document(start: bytes) -> bool:
    text = start.lstrip(_BLANK)
    if text[:1] != b"{" or text[1:].lstrip(_BLANK).startswith(_RECORD_KEYS):
        return False
    try:
        first = json_text.decode(text.partition(b"\n")[0])
    except (ValueError, RecursionError):  # over several lines, or longer than this part
        return b'"' + _KEY.encode() + b'"' in text
    return isinstance(first, dict) and isinstance(first.get(_KEY), list)


def _change_copy(cursor: Cursor, copy: str) -> None:
    """Write our copy of a document as lines, one for each record that was read: positions stay."""
    from entire.transcript import document

    layout = document.of(_KEY)
    records = layout.split(files.read_or_empty(copy))[1][: cursor.position]
    rows = [_as_line(layout.decode(piece)) for piece in records]
    files.write_atomic(copy, b"".join(rows), durable=False)
    starts = [0, *accumulate(map(len, rows))]
    cursor.copy_bytes, cursor.sealed_bytes, cursor.sealed_oids = starts[-1], 0, []
    for turn in cursor.turns:
        turn.offset = starts[min(turn.position, len(rows))]


def _as_line(record: Record | None) -> bytes:
    return json_text.encode_line(record).encode("utf-8", "surrogatepass") + b"\n"


def as_lines(data: bytes) -> bytes | None:
    """A document as the lines that the client can continue; None if it is not a document.

    What the document says of the session comes last, so that the records keep their positions.
    """
    if not _is_document(data[:HEAD]):
        return None
    try:
        whole = json_text.decode(data)
    except (ValueError, RecursionError):
        return None
    records = whole.get(_KEY) if isinstance(whole, dict) else None
    if not isinstance(records, list):
        return None
    session = {key: value for key, value in whole.items() if key != _KEY}
    return b"".join(_as_line(record) for record in [*records, {"$set": session}])
