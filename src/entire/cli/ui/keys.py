"""Reading keys from the terminal one at a time."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from entire.cli.ui.menu import Key

_ESCAPE_SECONDS = 0.05  # how long a terminal may take to send the rest of an arrow key

_NAMES = {
    b"\r": Key.ENTER,
    b"\n": Key.ENTER,
    b"\x7f": Key.ERASE,
    b"\x08": Key.ERASE,
    b"\x10": Key.UP,
    b"\x0e": Key.DOWN,
    b"\x1b": Key.ESCAPE,
}
_SEQUENCES = {
    b"A": Key.UP,
    b"B": Key.DOWN,
    b"H": Key.HOME,
    b"F": Key.END,
    b"1~": Key.HOME,
    b"4~": Key.END,
    b"5~": Key.PAGE_UP,
    b"6~": Key.PAGE_DOWN,
}


@contextmanager
def raw() -> Iterator[None]:
    """Get keys as they are pressed, without echo; Ctrl-C still interrupts."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read() -> str:
    """The next key: a name from `Key` or a character; escape if the terminal is closed."""
    descriptor = sys.stdin.fileno()
    first = os.read(descriptor, 1)
    if first == b"\x1b":
        return _escape(descriptor)
    if first in _NAMES or not first:
        return _NAMES.get(first, Key.ESCAPE)
    return (first + _rest(descriptor, first[0])).decode("utf-8", "replace")


def _escape(descriptor: int) -> str:
    if not _ready(descriptor) or os.read(descriptor, 1) not in (b"[", b"O"):
        return Key.ESCAPE
    sequence = b""
    while _ready(descriptor) and len(sequence) < 8:
        sequence += os.read(descriptor, 1)
        if sequence[-1:].isalpha() or sequence.endswith(b"~"):
            break
    return _SEQUENCES.get(sequence, "")


def _ready(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], _ESCAPE_SECONDS)[0])


def _rest(descriptor: int, first: int) -> bytes:
    """The remaining bytes of a UTF-8 character."""
    more = 3 if first >= 0xF0 else 2 if first >= 0xE0 else 1 if first >= 0xC0 else 0
    return b"".join(os.read(descriptor, 1) for _ in range(more))
