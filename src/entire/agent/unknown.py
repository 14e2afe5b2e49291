"""Conversations of agents that we do not know, as text.

Records in the shapes that most agents use are shown as what they say; everything else as it is stored. A
transcript is a document with a list of messages, or else lines, whatever is in them.
"""

from __future__ import annotations

from collections.abc import Iterable

from entire.agent import defaults
from entire.agent.entries import RECORD, Entry
from entire.agent.external import records as shapes
from entire.transcript import document, lines
from entire.transcript.layout import Layout, Pieces, Record

_RAW = ""  # the only key of a record that stands for a text
_LONGEST = 20_000  # characters of one that is shown as it is
_messages = document.of("messages")


class _Text:
    """Lines, or the messages of a document. Nothing is left out because it cannot be decoded."""

    continues = staticmethod(lines.continues)
    read_new = staticmethod(lines.read_new)
    pieces = staticmethod(lines.pieces)
    records = staticmethod(lines.records)
    records_at = staticmethod(lines.records_at)
    chunks = staticmethod(lines.chunks)
    sealed_size = staticmethod(lines.sealed_size)
    restored = staticmethod(lines.restored)
    join = staticmethod(_messages.join)

    def closed(self, data: bytes) -> bytes:
        return _layout_of(data).closed(data)

    def trimmed(self, data: bytes) -> bytes:
        return _layout_of(data).trimmed(data)

    def split(self, data: bytes) -> Pieces:
        return _layout_of(data).split(data)

    def some(self, data: bytes, start: int, most: int) -> Iterable[bytes]:
        return _layout_of(data).some(data, start, most)

    def end(self, data: bytes) -> int:
        return _layout_of(data).end(data)

    def cut(self, data: bytes, position: int) -> bytes:
        return _layout_of(data).cut(data, position)

    def decode(self, piece: bytes) -> Record | None:
        record = _messages.decode(piece)
        if record is not None and shapes.entries_of(record):
            return record
        text = piece.decode("utf-8", "replace").strip(" \t\r\n,")
        return {_RAW: text} if text else None


def _layout_of(data: bytes) -> Layout:
    module: Layout = lines
    return _messages if _messages.end(data) else module


_text = _Text()


def layout() -> Layout:
    return _text


def entries_of(record: Record) -> list[Entry]:
    return shapes.entries_of(record) or [_as_it_is(defaults.text(record, _RAW))]


def _as_it_is(text: str) -> Entry:
    left = len(text) - _LONGEST
    return Entry(RECORD, f"{text[:_LONGEST]}… ({left:,} more characters)" if left > 0 else text)


prompt_of = shapes.prompt_of
record_time = defaults.record_time
read_record = defaults.read_record
has_result = defaults.has_result
current = defaults.current
