"""The layout of transcripts that are one JSON document: an object with the list of records in it.

The agent writes the whole document again each turn, so a hook reads all of it. What is already known is
neither looked at nor redacted again, as long as those records are still the same; if one of them changed in
place, the transcript is read from the start. The document is stored as it is, in one piece: the agent and the
reference can read it. Only one that is too large for the reference is cut, by records.
"""

from __future__ import annotations

import os
import zlib

from entire.core import files, json_list, json_text, limits, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from entire.transcript.cursor import Cursor, Mark, Turn
    from entire.transcript.layout import Pieces, Record

LARGEST = (
    128 * 1024 * 1024
)  # a document is read as a whole: in half a second, with three times its size in memory
LARGEST_PART = 50 * 1024 * 1024  # the reference stores no more than this in one file


def of(key: str) -> Document:
    """The layout of documents whose records are the items of their member ``key``."""
    return _documents.setdefault(key, Document(key))


class Document:
    """See `of`."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._last: tuple[bytes, Pieces | None] | None = None

    def forget(self) -> None:
        self._last = None

    # Reading

    def continues(self, descriptor: int, mark: Mark) -> bool:
        found = self._pieces(_content(descriptor))
        if found is None:
            return True  # it is being written: what we have counts
        count = mark.position - mark.ahead
        known = found[1][: max(0, count)]
        return len(known) == count and _checksum(known) == mark.check

    def read_new(
        self,
        descriptor: int,
        cursor: Cursor,
        copy: str,
        redact: Callable[[bytes], bytes],
        known: Callable[[bytes, bytes], bool] | None = None,
    ) -> Iterator[Record | None]:
        mark = cursor.mark
        found = self._pieces(_content(descriptor))
        if found is None:
            return  # it is being written
        head, records, tail = found
        clean = self._redacted_before(cursor, copy)
        read, taken, done = mark.position - mark.ahead, max(0, len(clean) - mark.ahead), 0
        fresh: list[bytes] = []
        for piece in records[taken:]:
            if not limits.may_read(done):
                break  # the rest is for the next time
            done, taken = done + len(piece), taken + 1
            if known is not None and _is_known(piece, redact, known):
                mark.ahead -= 1
                continue
            copied = _redacted(piece, redact)
            clean.append(_with_comma(copied) if clean and not _has_comma(copied) else copied)
            if taken > read:
                fresh.append(piece)
        cursor.unread = len(records) - taken
        head, _, tail = self.split(redact(head + tail))
        content = head + b"".join(clean) + tail
        files.make_dir(os.path.dirname(copy))
        files.write_atomic(copy, content, durable=False)
        cursor.copy_bytes = len(content)
        for piece in fresh:
            yield self.decode(piece)
            mark.position += 1
        mark.check = _checksum(records[:taken])

    def _redacted_before(self, cursor: Cursor, copy: str) -> list[bytes]:
        """The known records as our copy has them; none if that is not the copy the cursor describes."""
        position = cursor.mark.position
        data = files.read(copy) if position else None
        if data is None or len(data) != cursor.copy_bytes:
            return []
        return self.split(data)[1][:position]

    def records(self, descriptor: int, mark: Mark) -> Iterator[Record]:
        found = self._pieces(_content(descriptor))
        if found is None:
            mark.cut = True
            return  # it is being written
        done = 0
        for piece in found[1][mark.position :]:
            if not limits.may_read(done):
                break  # the rest is for the next time
            mark.position, done = mark.position + 1, done + len(piece)
            record = self.decode(piece)
            if record is not None:
                yield record
        mark.check, mark.cut = _checksum(found[1][: mark.position]), mark.position < len(found[1])

    def pieces(self, descriptor: int) -> Iterator[bytes]:
        return map(_without_comma, self.split(_content(descriptor))[1])

    def records_at(self, copy: str, turns: Sequence[Turn]) -> list[Record]:
        pieces = self.split(files.read(copy) or b"")[1]
        found = (self.decode(pieces[turn.position]) for turn in turns if turn.position < len(pieces))
        return [record for record in found if record is not None]

    # Storing

    def chunks(self, sealed_bytes: int, rest: bytes) -> tuple[list[bytes], list[bytes]]:
        """Nothing is sealed: the text around the records may change each time."""
        if len(rest) <= LARGEST_PART:
            return [], [rest]
        head, records, tail = self.split(rest)
        parts: list[bytes] = []
        group: list[bytes] = []
        size = len(head) + len(tail)
        for piece in records:
            if group and size + len(piece) > LARGEST_PART:
                parts.append(head + b"".join(group) + tail)
                head, tail = self._plain()
                group, size = [], len(head) + len(tail)
                piece = _without_comma(piece)
            group.append(piece)
            size += len(piece)
        return [], [*parts, head + b"".join(group) + tail]

    def sealed_size(self, sealed: Sequence[bytes]) -> int:
        return 0

    def join(self, parts: Sequence[bytes]) -> bytes:
        """The first part has all the text around the records."""
        found = [self._pieces(part) for part in parts]
        whole = [pieces for pieces in found if pieces is not None]
        if len(parts) < 2 or len(whole) < len(parts):
            return b"\n".join(parts)
        head, records, tail = whole[0]
        for _, more, _ in whole[1:]:
            first = [_with_comma(piece) for piece in more[:1]] if records else more[:1]
            records = records + first + more[1:]
        return head + b"".join(records) + tail

    def _plain(self) -> tuple[bytes, bytes]:
        """A document with nothing but the list."""
        return b"{" + json_text.encode_line(self._key).encode() + b":[", b"]}"

    # Whole transcripts

    def closed(self, data: bytes) -> bytes:
        return data

    def trimmed(self, data: bytes) -> bytes:
        return data

    def restored(self, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
        yield self.trimmed(self.join([b"".join(part) for part in parts]))

    def split(self, data: bytes) -> Pieces:
        return self._pieces(data) or (data, [], b"")

    def some(self, data: bytes, start: int, most: int) -> list[bytes]:
        return self.split(data)[1][start : start + most] if data.count(b"{") < 10 * most else []

    def end(self, data: bytes) -> int:
        return len(self.split(data)[1])

    def decode(self, piece: bytes) -> Record | None:
        try:
            record = json_text.decode(_without_comma(piece))
        except ValueError:
            return None
        return record if isinstance(record, dict) else None

    def cut(self, data: bytes, position: int) -> bytes:
        head, records, tail = self.split(data)
        return head + b"".join(records[:position]) + tail

    def _pieces(self, data: bytes) -> Pieces | None:
        """None if it is not such a document. A hook asks for the same one more than once."""
        last = self._last  # pages are made by several threads
        if last is None or last[0] != data:
            self._last = last = (data, _split(data, self._key))
        return last[1]


def forget() -> None:
    """Free the memory of the last documents, which a server would keep."""
    for one in list(_documents.values()):  # other threads, which make pages too, add to it
        one.forget()


_documents: dict[str, Document] = {}
_said: set[int] = set()  # documents of which the log says that they are too large


def _split(data: bytes, key: str) -> Pieces | None:
    """Each piece begins with what separates it from the one before: joined, they are the document."""
    try:
        text = data.decode("utf-8", "surrogatepass")
        start, ends = json_list.spans(text, key)
    except ValueError:
        return None
    edges = [start, *ends]
    pieces = [text[a:b].encode("utf-8", "surrogatepass") for a, b in zip(edges, ends, strict=False)]
    head, tail = text[:start], text[edges[-1] :]
    return head.encode("utf-8", "surrogatepass"), pieces, tail.encode("utf-8", "surrogatepass")


def _content(descriptor: int) -> bytes:
    """The whole document; empty if it is too large, which is said once."""
    info = os.fstat(descriptor)
    if info.st_size > LARGEST:
        if info.st_ino not in _said:
            _said.add(info.st_ino)
            log.warn("the transcript is too large to read", bytes=info.st_size, limit=LARGEST)
        return b""
    with open(os.dup(descriptor), "rb") as file:
        file.seek(0)
        return file.read(LARGEST)


def _checksum(pieces: Sequence[bytes]) -> int:
    check = 0
    for piece in pieces:
        check = zlib.crc32(piece, check)
    return check


def _redacted(piece: bytes, redact: Callable[[bytes], bytes]) -> bytes:
    value = _without_comma(piece)
    return piece[: len(piece) - len(value)] + redact(value)


def _is_known(piece: bytes, redact: Callable[[bytes], bytes], known: Callable[[bytes, bytes], bool]) -> bool:
    value = _without_comma(piece)
    return known(value, redact(value))


def _has_comma(piece: bytes) -> bool:
    return piece.lstrip(b" \t\r\n").startswith(b",")


def _without_comma(piece: bytes) -> bytes:
    return piece.lstrip(b" \t\r\n,")


def _with_comma(piece: bytes) -> bytes:
    return b"," + _without_comma(piece)
