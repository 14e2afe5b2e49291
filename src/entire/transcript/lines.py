"""Reading whole lines of a file that somebody is still writing to."""

from __future__ import annotations

import binascii
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 4 * 1024 * 1024
_EDGE = 2048


def new_lines(descriptor: int, position: int) -> Iterator[bytes]:
    """Blocks of complete lines from ``position`` on, as they are on disk now.

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
    """A checksum of the edges of the part before ``position``: tells a file that grew from one rewritten."""
    head = os.pread(descriptor, min(_EDGE, position), 0)
    tail_start = max(0, position - _EDGE)
    tail = os.pread(descriptor, position - tail_start, tail_start)
    return binascii.crc32(tail, binascii.crc32(head))
