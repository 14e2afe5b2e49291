"""One lock per repository, held while changes are applied (I2, I3), with a bounded wait (I1)."""

from __future__ import annotations

import errno
import fcntl
import os
import time

from entire.core import clock, files, limits, links, sharing
from entire.core.errors import Locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

WAIT_SECONDS = 5.0
_PAUSE_SECONDS = 0.005
_CLOCK_SECONDS = 0.01  # how coarse the times of files are


class Lock:
    """An advisory lock on a file that is never removed (otherwise two processes could hold it)."""

    def __init__(self, path: str, wait: float = WAIT_SECONDS, *, patient: bool = False) -> None:
        """``patient``: the hook's clock stops while it waits."""
        self._path = path
        self._wait = wait
        self._patient = patient
        self._descriptor = -1

    def __enter__(self) -> Lock:
        files.make_dir(os.path.dirname(self._path))
        links.check(self._path)
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        sharing.adapt(self._descriptor, self._path)
        with clock.Spent("lock"):
            self._take()
        return self

    def _take(self) -> None:
        """Wait for the lock. Raises Locked."""
        if not self._patient:
            self._wait_for_it(limits.patience(self._wait))
        elif not self._try():
            limits.pause(True)
            try:
                self._wait_for_it(self._wait)
            finally:
                limits.pause(False)

    def _wait_for_it(self, wait: float) -> None:
        deadline = time.monotonic() + wait
        while not self._try():
            if time.monotonic() >= deadline:
                os.close(self._descriptor)
                raise Locked(
                    f"another entire process has locked the repository for over {wait:.2g} s",
                    "try again when it has finished",
                )
            time.sleep(_PAUSE_SECONDS)

    def was_held_since(self, moment: float) -> bool:
        """Whether another process had the lock after a time: what was read then may be outdated."""
        return os.fstat(self._descriptor).st_mtime > moment - _CLOCK_SECONDS

    def _try(self) -> bool:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                return False
            raise
        return True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            os.utime(self._descriptor)  # for those who ask when it was last held
        except OSError:  # another user's file
            pass
        os.close(self._descriptor)
