"""The hash of a whole transcript: the only cost of a commit that grows with the transcript.

Hashing starts early in a separate thread and releases the interpreter lock. It is one call per file: between
two calls the thread would have to wait for the lock again.
"""

from __future__ import annotations

import _thread
import os

from entire.core.hashing import hasher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

_LONG = 4 << 20  # shorter files are hashed when asked for
_MOST = 4  # at once; more would not find a free core

_begun: dict[str, ContentHash] = {}  # by path


def begin(path: str) -> None:
    """Start hashing our copy of a transcript, which may be stored soon."""
    try:
        size = os.stat(path).st_size
    except OSError:
        return
    if size >= _LONG and len(_begun) < _MOST:
        _begun[path] = ContentHash(path, size)


def content_hash(path: str, size: int) -> str:
    """``sha256:…`` of the first ``size`` bytes of a file."""
    begun = _begun.pop(path, None)
    if begun is not None and begun.size <= size:
        return begun.of(size)
    digest = hasher("sha256", size)
    _add(digest, path, 0, size)
    return f"sha256:{digest.hexdigest()}"


class ContentHash:
    """The hash of a file that only grows; a thread computes it up to the current size."""

    def __init__(self, path: str, size: int) -> None:
        self.size = size
        self._path = path
        self._digest = hasher("sha256", size)
        self._error: BaseException | None = None
        self._done = _thread.allocate_lock()
        self._done.acquire()
        try:
            _thread.start_new_thread(self._begin, ())
        except RuntimeError:  # no more threads: hash when asked for
            self.size = 0
            self._done.release()

    def _begin(self) -> None:
        try:
            _add(self._digest, self._path, 0, self.size)
        except BaseException as error:  # raised again in `of`
            self._error = error
        finally:
            self._done.release()

    def of(self, size: int) -> str:
        """The hash of the first ``size`` bytes, at least as many as at the start. Call it once."""
        with self._done:
            if self._error is not None:
                raise self._error
            _add(self._digest, self._path, self.size, size)
        return f"sha256:{self._digest.hexdigest()}"


def _add(digest: _Hash, path: str, start: int, end: int) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        if end - start < _LONG:
            digest.update(os.pread(descriptor, end - start, start))
            return
        from mmap import ACCESS_READ, mmap

        mapped = mmap(descriptor, end, access=ACCESS_READ)
        with mapped, memoryview(mapped) as whole, whole[start:] as part:
            digest.update(part)
    finally:
        os.close(descriptor)
