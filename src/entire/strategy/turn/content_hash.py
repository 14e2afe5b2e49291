"""The hash of a whole transcript: the one thing that a commit pays for its length.

It is begun early and made beside the rest: while it hashes, the interpreter is free for other threads. In one
call, for between two of them it would wait until somebody else is done.
"""

from __future__ import annotations

import _thread
import os

from entire.core.hashing import hasher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

_LONG = 4 << 20  # less is hashed in no time
_MOST = 4  # so many at once; there are no more cores

_begun: dict[str, ContentHash] = {}  # by path


def begin(path: str) -> None:
    """Our copy of a transcript will perhaps be stored: begin with what there is of it."""
    try:
        size = os.stat(path).st_size
    except OSError:
        return
    if size >= _LONG and len(_begun) < _MOST:
        _begun[path] = ContentHash(path, size)


def content_hash(path: str, size: int) -> str:
    """``sha256:…`` of the first bytes of a file."""
    begun = _begun.pop(path, None)
    if begun is not None and begun.size <= size:
        return begun.of(size)
    digest = hasher("sha256", size)
    _add(digest, path, 0, size)
    return f"sha256:{digest.hexdigest()}"


class ContentHash:
    """Of a file that only grows, made by a thread of its own as far as the file goes now."""

    def __init__(self, path: str, size: int) -> None:
        self.size = size
        self._path = path
        self._digest = hasher("sha256", size)
        self._error: BaseException | None = None
        self._done = _thread.allocate_lock()
        self._done.acquire()
        try:
            _thread.start_new_thread(self._begin, ())
        except RuntimeError:  # no more threads: then not beside, but afterwards
            self.size = 0
            self._done.release()

    def _begin(self) -> None:
        try:
            _add(self._digest, self._path, 0, self.size)
        except BaseException as error:  # to be raised where somebody waits for the hash
            self._error = error
        finally:
            self._done.release()

    def of(self, size: int) -> str:
        """The hash of the first ``size`` bytes, no fewer than it was begun with; to be asked for once."""
        with self._done:
            if self._error is not None:
                raise self._error
            _add(self._digest, self._path, self.size, size)
        return f"sha256:{self._digest.hexdigest()}"


def _add(digest: _Hash, path: str, start: int, end: int) -> None:
    descriptor = os.open(path, os.O_RDONLY)
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
