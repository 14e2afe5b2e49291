"""The layout of most transcripts: one JSON record a line, appended to a file that only grows.

Hooks read whole lines of a file that the agent is still writing to, and only those that are new. The stored
transcript is cut at line ends that never move: all pieces but the last stay the same blobs from checkpoint to
checkpoint. The pieces grow with what comes before them, so that there are fewer than the thousand that
readers can number, while the last one, which is stored again each time, stays below one per cent.
"""

from __future__ import annotations

import os
import sys
import zlib

from entire.core import files, json_text, limits, sharing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from entire.transcript.cursor import Cursor, Mark, Turn
    from entire.transcript.layout import Pieces, Record

BLOCK = 128 * 1024
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
        sharing.adapt(sink.fileno(), copy)
        sink.truncate(cursor.copy_bytes)  # a part after the cursor that a crash left
        sink.seek(cursor.copy_bytes)
        for block in new_lines(descriptor, mark.byte, until=cursor.barrier, bounded=True):
            redacted = redact(block)
            sys.audit("entire.write", copy)
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
    cursor.unread = _unread(descriptor, mark.byte, os.fstat(descriptor).st_size)
    if cursor.barrier and not _unread(descriptor, mark.byte, cursor.barrier):
        cursor.reach_barrier()


def records(descriptor: int, mark: Mark) -> Iterator[Record]:
    for block in new_lines(descriptor, mark.byte, bounded=True):
        for line in _lines(block):
            mark.position += 1
            record = decode(line)
            if record is not None:
                yield record
        mark.byte += len(block)
    mark.check = fingerprint(descriptor, mark.byte)
    mark.cut = _unread(descriptor, mark.byte, os.fstat(descriptor).st_size) > 0


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


def new_lines(descriptor: int, position: int, *, until: int = 0, bounded: bool = False) -> Iterator[bytes]:
    """Blocks of complete lines from a byte on, as they are on disk now, up to the byte ``until`` (0: all).

    What follows the last newline is still being written; it is left for the next time. If ``bounded``, so is
    what does not fit into the time that is left, but for one block, so that each hook makes some progress.
    """
    rest: list[bytes] = []  # a line that is longer than a block is yielded alone
    size, start = 0, position
    while not until or position < until:
        if bounded and not limits.may_read(position - start - size, size):
            return
        block = os.pread(descriptor, min(BLOCK, until - position) if until else BLOCK, position)
        if not block:
            return
        position += len(block)
        end = (block.find(b"\n") if size else block.rfind(b"\n")) + 1
        if end:
            yield b"".join([*rest, block[:end]])
            position -= len(block) - end
            rest, size = [], 0
        else:
            rest.append(block)
            size += len(block)


def long_line(path: str, position: int) -> bytes:
    """The complete line at a byte, if it is longer than a block; as `new_lines` yields it."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return b""
    try:
        found = next(new_lines(descriptor, position), b"")
    finally:
        os.close(descriptor)
    return found if len(found) > BLOCK else b""


def _unread(descriptor: int, position: int, end: int) -> int:
    """How many bytes up to ``end`` are left to read; 0 if they are only a part of a line."""
    at = position
    while at < end and (block := os.pread(descriptor, min(BLOCK, end - at), at)):
        if b"\n" in block:
            return end - position
        at += len(block)
    return 0


def fingerprint(descriptor: int, position: int) -> int:
    """A checksum of the edges of the part before a byte: it changes if the file was rewritten."""
    head = os.pread(descriptor, min(_EDGE, position), 0)
    tail_start = max(0, position - _EDGE)
    tail = os.pread(descriptor, position - tail_start, tail_start)
    return zlib.crc32(tail, zlib.crc32(head))


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
    if data[-2:-1].strip() and data.endswith(b"\n"):
        return data  # as usual; it can be large
    text = len(data.rstrip())
    after, newline, _ = data[text:].partition(b"\n")
    return closed(data[:text] + after + newline) if text else b""


def restored(parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    blank, text = b"", False  # what may be the end of the file is kept back
    for number, part in enumerate(parts):
        blank += b"\n" if number else b""
        for block in part:
            after = len(block.rstrip())
            if after or len(blank) > BLOCK:
                yield blank + block[:after]
                blank, text = b"", True
            blank += block[after:]
    if text:
        yield blank.partition(b"\n")[0] + b"\n"


def split(data: bytes) -> Pieces:
    lines, at = [], 0
    while newline := data.find(b"\n", at) + 1:
        lines.append(data[at:newline])
        at = newline
    return b"", lines, data[at:]


def some(data: bytes, start: int, most: int) -> Iterator[bytes]:
    at = 0
    while start and at < len(data):  # skip whole blocks, however many records they have
        count = data.count(b"\n", at, at + MIN_BYTES)
        if count >= start:
            break
        start, at = start - count, at + MIN_BYTES
    while (start or most) and (newline := data.find(b"\n", at) + 1):
        if start:
            start -= 1
        else:
            most -= 1
            yield data[at:newline]
        at = newline


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
