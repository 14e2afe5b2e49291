"""Writing files so that a reader sees the old content or the new, never a part (I2)."""

from __future__ import annotations

import errno
import os
import stat
import sys

from entire.core.errors import EntireError

MAX_BYTES = 512 * 1024 * 1024  # more than anything that we read whole


def write_atomic(path: str, data: bytes, mode: int = 0o600, *, durable: bool = True) -> None:
    """Write through a uniquely named temporary file, flushed to disk, then renamed over ``path``.

    What can be made anew need not be ``durable``: that is, survive a power cut.
    """
    temporary = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def read(path: str) -> bytes | None:
    """The content of a regular file, None if there is none. Raises OSError for anything else."""
    try:
        descriptor = _open(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    with open(descriptor, "rb") as file:
        return file.read(MAX_BYTES)


def open_regular(path: str) -> int | None:
    """A descriptor of a regular file; None if it cannot be had."""
    try:
        return _open(path)
    except (OSError, ValueError):
        return None


def _open(path: str) -> int:
    """Never waits: a pipe would make us, and a device could be read for ever."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, "not a regular file", path)


def remove(path: str) -> bool:
    """Remove a file; whether there was one."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def make_private_dir(root: str, folder: str) -> None:
    """A folder below ``root`` whose content git ignores by itself, on whatever branch one is (I4).

    Refuses to go through a symbolic link, which a repository can carry: it would lead elsewhere (I6).
    """
    path = root
    for name in folder.split("/"):
        path = os.path.join(path, name)
        if os.path.islink(path):
            raise EntireError(f"{path} is a symbolic link", "entire writes only into folders of its own")
    os.makedirs(path, 0o750, exist_ok=True)
    guard = os.path.join(root, *folder.split("/")[:2], ".gitignore")
    if not os.path.lexists(guard):
        write_atomic(guard, b"*\n", 0o644)


def make_dir(path: str, mode: int = 0o750) -> None:
    os.makedirs(path, mode, exist_ok=True)


def read_stdin(limit: int) -> bytes:
    """All of standard input, cut behind ``limit``: more than any honest caller sends."""
    return sys.stdin.buffer.read(limit + 1)
