"""Read and write files; a reader sees the old content or the new, never a part of it (I2)."""

from __future__ import annotations

import errno
import os
import stat
import sys

from entire.core.errors import EntireError

MAX_BYTES = 512 * 1024 * 1024  # larger than anything that we read at once


def write_atomic(path: str, data: bytes, mode: int = 0o600, *, durable: bool = True, root: str = "") -> None:
    """Write a temporary file with a unique name, flush it to disk, and rename it to ``path``.

    A file that can be rebuilt need not be ``durable``, that is, survive a power failure. ``root`` is the work
    tree of a file that people commit: if we are killed, the temporary file must not be committed with it.
    """
    temporary = f"{_out_of_sight(path, root)}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with open(descriptor, "wb") as file:
            sys.audit("entire.write", path)
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def _out_of_sight(path: str, root: str) -> str:
    """Return the same name in the git directory, if that is on the same file system."""
    git_dir = os.path.join(root, ".git")
    try:
        if (
            root
            and os.lstat(git_dir).st_dev == os.stat(os.path.dirname(path)).st_dev
            and os.path.isdir(git_dir)
        ):
            return os.path.join(git_dir, os.path.basename(path))
    except OSError:
        pass
    return path


def read(path: str) -> bytes | None:
    """Return the content of a regular file, None if it is missing. Raises OSError for anything else."""
    try:
        descriptor = _open(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    with open(descriptor, "rb") as file:
        return file.read(MAX_BYTES)


def read_or_empty(path: str) -> bytes:
    """Return the content of a regular file; empty if it is missing or not readable."""
    try:
        return read(path) or b""
    except OSError:
        return b""


def open_regular(path: str) -> int | None:
    """Open a regular file for reading and return its descriptor; None if that fails."""
    try:
        return _open(path)
    except (OSError, ValueError):
        return None


def _open(path: str) -> int:
    """Open without blocking. Refuses pipes, which could block, and devices, which could be endless."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, "not a regular file", path)


def remove(path: str) -> bool:
    """Remove a file; return whether it existed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def make_private_dir(root: str, folder: str) -> None:
    """Create a folder below ``root`` with its own .gitignore, so that no branch can track it (I4).

    Refuses symbolic links: a repository can contain them, and they may point anywhere (I6).
    """
    path = root
    for name in folder.split("/"):
        path = os.path.join(path, name)
        if os.path.islink(path):
            raise EntireError(
                f"{path} is a symbolic link", "entire only writes to its own folders; remove the link"
            )
    os.makedirs(path, 0o750, exist_ok=True)
    guard = os.path.join(root, *folder.split("/")[:2], ".gitignore")
    if not os.path.lexists(guard):
        write_atomic(guard, b"*\n", 0o644)


def make_dir(path: str, mode: int = 0o750) -> None:
    os.makedirs(path, mode, exist_ok=True)


def read_stdin(limit: int) -> bytes:
    """Read standard input, up to one byte past ``limit``, which is more than any honest caller sends."""
    return sys.stdin.buffer.read(limit + 1)
