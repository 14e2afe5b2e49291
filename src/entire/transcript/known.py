"""Which records our copy of a transcript has, for a file that was rewritten. Rarely loaded."""

from __future__ import annotations

import os

from entire.core import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from entire.transcript.cursor import Cursor
    from entire.transcript.layout import Source


def copied(cursor: Cursor, copy: str, source: Source) -> Iterator[bytes]:
    """The records of our copy."""
    descriptor = files.open_regular(copy)
    if descriptor is None:
        return
    try:
        pieces = source.layout().pieces(descriptor)
        for _ in range(cursor.position):
            piece = next(pieces, None)
            if piece is None:
                return
            yield piece
    finally:
        os.close(descriptor)


def id_of(piece: bytes, source: Source) -> str:
    record = source.layout().decode(piece)
    return source.record_id(record) if record is not None else ""


class Known:
    """Which records our copy has: by their id, or else by their text, as often as it is there."""

    def __init__(self, cursor: Cursor, copy: str, source: Source) -> None:
        self._source = source
        self._ids: set[str] = set()
        self._texts: dict[bytes, int] = {}
        for piece in copied(cursor, copy, source):
            record_id = id_of(piece, source)
            if record_id:
                self._ids.add(record_id)
            else:
                self._texts[piece] = self._texts.get(piece, 0) + 1

    def __call__(self, raw: bytes, clean: bytes) -> bool:
        record_id = id_of(raw, self._source)
        if record_id:
            return record_id in self._ids
        left = self._texts.get(clean, 0)
        if left:
            self._texts[clean] = left - 1
        return left > 0
