"""The hash of a whole transcript: the one thing that a commit pays for its length.

It is made beside the rest: while it hashes and reads, the interpreter is free for other threads, and much of
what a hook does meanwhile is to wait for git.
"""

from __future__ import annotations

import _thread
import os

from entire.core.hashing import hasher

_BLOCK = 1 << 20
_LONG = 4 << 20  # less is read in no time


class ContentHash:
    """Of our copy of a transcript, begun when it had so many bytes; the copy only grows."""

    def __init__(self, path: str, size: int) -> None:
        self._path = path
        self._size = size if size >= _LONG else 0
        self._digest = hasher("sha256", size)
        self._error: BaseException | None = None
        self._done = _thread.allocate_lock()
        if self._size:
            self._start()

    def _start(self) -> None:
        self._done.acquire()
        try:
            _thread.start_new_thread(self._begin, ())
        except RuntimeError:  # no more threads: then not beside, but afterwards
            self._size = 0
            self._done.release()

    def _begin(self) -> None:
        try:
            self._add(0, self._size)
        except BaseException as error:  # to be raised where somebody waits for the hash
            self._error = error
        finally:
            self._done.release()

    def of(self, size: int) -> str:
        """``sha256:…`` of the first ``size`` bytes, no fewer than it was begun with."""
        with self._done:
            if self._error is not None:
                raise self._error
            self._add(self._size, size)
            self._size = size
        return f"sha256:{self._digest.hexdigest()}"

    def _add(self, start: int, end: int) -> None:
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            while start < end and (block := os.pread(descriptor, min(_BLOCK, end - start), start)):
                self._digest.update(block)
                start += len(block)
        finally:
            os.close(descriptor)
