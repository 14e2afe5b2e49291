"""The layout of most transcripts: one JSON record a line, appended to a file that only grows.

Hooks read whole lines of a file that the agent is still writing to, and only those that are new. The stored
transcript is cut at line ends that never move: all pieces but the last stay the same blobs from checkpoint to
checkpoint. The pieces grow with what comes before them, so that there are fewer than the thousand that
readers can number, while the last one, which is stored again each time, stays below one per cent.
"""

from __future__ import annotations

import binascii
import os

from entire.core import files, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from entire.transcript.cursor import Cursor, Mark, Turn
    from entire.transcript.layout import Pieces, Record

BLOCK = 4 * 1024 * 1024
MIN_BYTES = 64 * 1024
_EDGE = 2048
_SHARE = 128


# Reading


def continues(descriptor: int, mark: Mark) -> bool:
    grown = 0 <= mark.byte <= os.fstat(descriptor).st_size
    return grown and fingerprint(descriptor, mark.byte) == mark.check


def read_new(
    descriptor: int,
    cursor: Cursor,
    copy: str,
    redact: Callable[[bytes], bytes],
    known: Callable[[bytes, bytes], bool] | None = None,
) -> Iterator[Record | None]:
    mark = cursor.mark
    files.make_dir(os.path.dirname(copy))
    with open(files.open_to_change(copy), "r+b") as sink:
        sink.truncate(cursor.copy_bytes)  # a part after the cursor that a crash left
        sink.seek(cursor.copy_bytes)
        for block in new_lines(descriptor, mark.byte):
            redacted = redact(block)
            if known is None:
                sink.write(redacted)
            for raw, clean in zip(_lines(block), _lines(redacted), strict=True):
                if known is not None:
                    if known(raw, clean):
                        mark.ahead -= 1
                        mark.byte += len(raw) + 1
                        continue
                    sink.write(clean + b"\n")
                yield decode(raw)
                mark.position += 1
                mark.byte += len(raw) + 1
                cursor.copy_bytes += len(clean) + 1
    mark.check = fingerprint(descriptor, mark.byte)


def records(descriptor: int, mark: Mark) -> Iterator[Record]:
    for block in new_lines(descriptor, mark.byte):
        for line in _lines(block):
            mark.position += 1
            record = decode(line)
            if record is not None:
                yield record
        mark.byte += len(block)
    mark.check = fingerprint(descriptor, mark.byte)


def records_at(copy: str, turns: Sequence[Turn]) -> list[Record]:
    found = []
    descriptor = files.open_regular(copy)
    if descriptor is None:
        return []
    with open(descriptor, "rb") as file:
        for turn in turns:
            file.seek(turn.offset)
            record = decode(file.readline())
            if record is not None:
                found.append(record)
    return found


def pieces(descriptor: int) -> Iterator[bytes]:
    for block in new_lines(descriptor, 0):
        yield from _lines(block)


def new_lines(descriptor: int, position: int) -> Iterator[bytes]:
    """Blocks of complete lines from a byte on, as they are on disk now.

    What follows the last newline is still being written; it is left for the next time.
    """
    rest = b""
    while True:
        block = os.pread(descriptor, BLOCK, position)
        if not block:
            return
        position += len(block)
        end = block.rfind(b"\n") + 1
        if end:
            yield rest + block[:end]
            rest = block[end:]
        else:
            rest += block


def fingerprint(descriptor: int, position: int) -> int:
    """A checksum of the edges of the part before a byte: it changes if the file was rewritten."""
    head = os.pread(descriptor, min(_EDGE, position), 0)
    tail_start = max(0, position - _EDGE)
    tail = os.pread(descriptor, position - tail_start, tail_start)
    return binascii.crc32(tail, binascii.crc32(head))


def _lines(block: bytes) -> list[bytes]:
    """The lines of a block that ends with a newline, without it."""
    return block[:-1].split(b"\n")


def decode(piece: bytes) -> Record | None:
    try:
        record = json_text.decode(piece)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


# Storing


def limit(before: int) -> int:
    """How many bytes a piece must have before it is sealed, if ``before`` bytes precede it."""
    return max(MIN_BYTES, before // _SHARE)


def chunks(sealed_bytes: int, rest: bytes) -> tuple[list[bytes], list[bytes]]:
    """Sealed pieces come without their last newline: `join` puts it back.

    A piece is sealed when a line follows it that begins at or after its limit. The outcome depends on the
    whole text only, not on how it arrived.
    """
    sealed: list[bytes] = []
    start = 0
    while True:
        newline = rest.find(b"\n", start + limit(sealed_bytes) - 1)
        if newline < 0 or newline + 1 == len(rest):
            return sealed, [rest[start:]]
        sealed.append(rest[start:newline])
        sealed_bytes += sealed_size(sealed[-1:])
        start = newline + 1


def sealed_size(sealed: Sequence[bytes]) -> int:
    return sum(len(piece) + 1 for piece in sealed)


def join(parts: Sequence[bytes]) -> bytes:
    return b"\n".join(parts)


# Whole transcripts


def closed(data: bytes) -> bytes:
    return data if data.endswith(b"\n") or not data else data + b"\n"


def trimmed(data: bytes) -> bytes:
    """Without blank lines at the end."""
    text = len(data.rstrip())
    after, newline, _ = data[text:].partition(b"\n")
    return closed(data[:text] + after + newline) if text else b""


def split(data: bytes) -> Pieces:
    *lines, rest = data.split(b"\n")
    return b"", [line + b"\n" for line in lines], rest


def some(data: bytes, start: int, most: int) -> list[bytes]:
    at = 0
    while start and at < len(data):  # skip whole blocks, however many records they have
        count = data.count(b"\n", at, at + MIN_BYTES)
        if count >= start:
            break
        start, at = start - count, at + MIN_BYTES
    found: list[bytes] = []
    while len(found) < most and (newline := data.find(b"\n", at) + 1):
        if start:
            start -= 1
        else:
            found.append(data[at:newline])
        at = newline
    return found


def end(data: bytes) -> int:
    return data.count(b"\n")


def cut(data: bytes, position: int) -> bytes:
    """Up to the last whole line, if there are fewer."""
    at = 0
    for _ in range(position):
        newline = data.find(b"\n", at)
        if newline < 0:
            break
        at = newline + 1
    return data[:at]
