"""Where a story is written to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable

from entire.cli.ui import output
from entire.core import files, links
from entire.core.errors import EntireError

STDOUT = "-"


def choose(given: str, name: str, suffix: str) -> str:
    """The file that was asked for; else standard output, or a new file if that is a terminal."""
    if given:
        return given
    return f"{name}.{suffix}" if sys.stdout.isatty() else STDOUT


def write(path: str, pieces: Iterable[str], *, replace: bool) -> None:
    """Write a file as a whole or not at all. Raises EntireError; ``replace``: a file that is there."""
    blocks = (block.encode("utf-8", "replace") for block in output.blocks(pieces))
    if path == STDOUT:
        sys.stdout.buffer.writelines(blocks)
        sys.stdout.buffer.flush()
        return
    folder, name = os.path.split(os.path.abspath(path))
    place = os.path.join(os.path.realpath(folder), name)
    _check(place, path, replace)
    try:
        files.write_blocks(place, blocks, 0o666, durable=False)
    except OSError as error:
        raise EntireError(f"cannot write {path}: {error.strerror}", "choose another file with -o") from error


def _check(place: str, path: str, replace: bool) -> None:
    try:
        mode = os.lstat(place).st_mode
    except OSError:
        return
    if stat.S_ISLNK(mode):
        raise links.Linked(path)
    if not stat.S_ISREG(mode):
        raise EntireError(f"{path} is not a file", "choose another one with -o")
    if not replace:
        raise EntireError(f"{path} exists", f"pass -o {path} to replace it")
