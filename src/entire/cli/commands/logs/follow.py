"""Follow a log while it is written, across rotation."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import BinaryIO, Self

from entire.core import files
from entire.core.log import FILE

_PAUSE_SECONDS = 0.2


class Following:
    """The lines that are added to a log from now on."""

    def __init__(self, root: str) -> None:
        self._path = os.path.join(root, FILE)
        self._file = _open(self._path)
        self.start = self._file.seek(0, os.SEEK_END) if self._file is not None else 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def lines(self) -> Iterator[bytes]:
        """Yield new lines, forever."""
        torn = b""
        while True:
            *lines, torn = (torn + self._read()).split(b"\n")
            yield from filter(None, lines)
            newer = None if lines or self._is_current() else _open(self._path)
            if newer is not None:
                yield from filter(None, (torn + self._read()).split(b"\n"))  # written during rotation
                self.__exit__()
                self._file, torn = newer, b""
            elif not lines:
                time.sleep(_PAUSE_SECONDS)

    def _read(self) -> bytes:
        return self._file.read() if self._file is not None else b""

    def _is_current(self) -> bool:
        """Whether the path still refers to our file, and it was not truncated."""
        try:
            there = os.stat(self._path)
        except OSError:
            return True  # the new log does not exist yet
        if self._file is None:
            return False
        here = os.fstat(self._file.fileno())
        return os.path.samestat(there, here) and there.st_size >= self._file.tell()


def _open(path: str) -> BinaryIO | None:
    descriptor = files.open_regular(path)
    return None if descriptor is None else open(descriptor, "rb")
