"""Writing to standard output and standard error: screens on a terminal, plain lines otherwise."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import click

from entire.core.text import printable

_BLOCK = 256 * 1024  # characters
_KEPT: ContextVar[dict[str, str] | None] = ContextVar("kept", default=None)


def on_terminal() -> bool:
    """Whether standard output is a terminal, for screens; otherwise it gets plain lines."""
    return sys.stdout.isatty() and not os.environ.get("ACCESSIBLE")


def width() -> int:
    return size().columns


def size() -> os.terminal_size:
    import shutil  # only needed on a terminal

    return shutil.get_terminal_size((80, 24))


def colours() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_line(text: str = "") -> None:
    """Print one line; parts that are not ours must have passed through `safe`."""
    click.echo(text, color=True)


def write_blocks(blocks: Iterable[str]) -> None:
    """Print a text that comes in blocks, and has its last newline."""
    for block in blocks:
        click.echo(block, nl=False, color=True)


def blocks(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces of a text in few larger ones, at least one: to write each on its own would take long."""
    found: list[str] = []
    size = 0
    for piece in pieces:
        found.append(piece)
        size += len(piece)
        if size > _BLOCK:
            yield "".join(found)
            found, size = [], 0
    yield "".join(found)


def safe(text: str) -> str:
    """Text from a transcript, a commit or a file name, without control characters (I6)."""
    return printable(text)


def write_error(message: str, hint: str = "") -> None:
    kept = _KEPT.get()
    if kept is not None:
        kept[message] = hint
        return
    click.echo(f"entire: {safe(message)}", err=True)
    if hint:
        click.echo(f"hint: {safe(hint)}", err=True)


def without_escapes(message: str) -> str:
    """A message of click's without what Python writes for bytes that are not UTF-8: `'caf\\udce9'`."""
    return re.sub(r"\\ud[c-f][0-9a-f]{2}", "", message)


@contextmanager
def keeping_errors() -> Iterator[dict[str, str]]:
    """Keep what would go to standard error, hints by message: a page has another place for it."""
    kept: dict[str, str] = {}
    token = _KEPT.set(kept)
    try:
        yield kept
    finally:
        _KEPT.reset(token)
