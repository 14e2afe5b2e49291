"""Read and write files; a reader sees the old content or the new, never a part of it (I2)."""

from __future__ import annotations

import errno
import os
import stat
import sys

from entire.core import links, sharing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_BYTES = 512 * 1024 * 1024  # larger than anything that we read at once
SMALL = 16 * 1024 * 1024  # larger than any settings or state, which take a multiple of this in memory


class NotReadable(OSError):
    """Something else is in place of a file, or the file is too large."""


class _Process:
    leaves_alone: tuple[str, ...] = ()  # folders, with a slash


def make_nothing(*folders: str) -> None:
    """From now on, make nothing below these folders: git fails to remove one where something comes back."""
    _Process.leaves_alone = tuple(folder + os.sep for folder in folders)


def makes_nothing(path: str) -> bool:
    """Whether this process must not make ``path`` if it does not exist."""
    return path.startswith(_Process.leaves_alone)


def write_atomic(
    path: str, data: bytes, mode: int = 0o600, *, durable: bool = True, root: str = "", time: int = 0
) -> None:
    """Write a temporary file with a unique name, flush it to disk, and rename it to ``path``.

    A process that makes nothing there (see `make_nothing`) writes the file in place, if it exists: who reads
    it must notice if only a part was written.

    A file that can be rebuilt need not be ``durable``, that is, survive a power failure. ``root`` is the work
    tree of a file that people commit: if we are killed, the temporary file must not be committed with it.
    ``time``: when it counts as written, in nanoseconds.
    Raises Linked if a folder on the way is a symbolic link; a link at ``path`` itself is replaced.
    """
    write_blocks(path, (data,), mode, durable=durable, root=root, time=time)


def write_blocks(
    path: str,
    blocks: Iterable[bytes],
    mode: int = 0o600,
    *,
    durable: bool = True,
    root: str = "",
    time: int = 0,
) -> None:
    """The same for content that comes in blocks."""
    if makes_nothing(path):
        _write_in_place(path, blocks, time, durable=durable)
        return
    links.check(os.path.dirname(path))
    temporary = f"{_out_of_sight(path, root)}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with open(descriptor, "wb") as file:
            sharing.adapt(descriptor, path)
            sys.audit("entire.write", path)
            file.writelines(blocks)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if time:
            os.utime(temporary, ns=(time, time))
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def _write_in_place(path: str, blocks: Iterable[bytes], time: int, *, durable: bool) -> None:
    with open(open_to_change(path), "wb") as file:
        sys.audit("entire.write", path)
        file.writelines(blocks)
        file.truncate()
        file.flush()
        if durable:
            os.fsync(file.fileno())
        if time:
            os.utime(file.fileno(), ns=(time, time))


def _out_of_sight(path: str, root: str) -> str:
    """Return the same name in the git directory, if that is on the same file system."""
    try:
        git_dir = _git_dir(root) if root else ""
        same = bool(git_dir) and os.lstat(git_dir).st_dev == os.stat(os.path.dirname(path)).st_dev
    except (OSError, ValueError):
        return path
    return os.path.join(git_dir, os.path.basename(path)) if same and os.path.isdir(git_dir) else path


def _git_dir(root: str) -> str:
    """Return the git directory of a work tree; a linked one has a file that names it."""
    path = os.path.join(root, ".git")
    if not os.path.isfile(path):
        return path
    named = os.fsdecode((read(path, SMALL) or b"").removeprefix(b"gitdir: ").rstrip(b"\r\n"))
    return os.path.join(root, named)


def read(path: str, limit: int = MAX_BYTES) -> bytes | None:
    """Return the content of a regular file, None if it is missing. Raises OSError for anything else."""
    try:
        descriptor = _open(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    with open(descriptor, "rb") as file:
        data = file.read(limit + 1) if os.fstat(descriptor).st_size <= limit else None
    if data is None or len(data) > limit:
        raise NotReadable(errno.EFBIG, f"larger than {limit // (1024 * 1024)} MB", path)
    return data


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
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.ELOOP):  # a socket, a link to itself
            raise NotReadable(error.errno, "not a regular file", path) from None
        raise
    return _regular(descriptor, path)


def _regular(descriptor: int, path: str) -> int:
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, "not a regular file", path)
    raise NotReadable(errno.EINVAL, "not a regular file", path)


def open_to_change(path: str, how: int = os.O_RDWR) -> int:
    """Open a regular file for reading and writing; it is created if it does not exist.

    Raises FileNotFoundError if this process must not make it.
    """
    flags = how | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    return _regular(os.open(path, flags if makes_nothing(path) else flags | os.O_CREAT, 0o600), path)


def remove(path: str) -> bool:
    """Remove a file; return whether it existed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def names(folder: str) -> list[str]:
    """What is in a folder; nothing if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def any_starts_with(folder: str, prefix: str) -> bool:
    """Whether a folder has something whose name starts with this."""
    return any(name.startswith(prefix) for name in names(folder))


def make_private_dir(root: str, folder: str) -> None:
    """Create a folder below ``root`` with its own .gitignore, so that no branch can track it (I4).

    Never ``root`` itself: a work tree that was removed meanwhile does not come back.
    """
    _need(root)
    make_dir(os.path.join(root, folder))
    guard = os.path.join(root, *folder.split("/")[:2], ".gitignore")
    if makes_nothing(guard):
        _need(guard)
    elif not os.path.lexists(guard):
        write_atomic(guard, b"*\n", 0o644)


def make_dir(path: str, mode: int = 0o750) -> None:
    """Create a folder and those above it. Raises Linked if one of them is a symbolic link."""
    links.check(path)
    if makes_nothing(path):
        _need(path)
    else:
        sharing.make_dirs(path, mode)


def _need(path: str) -> None:
    if not os.path.lexists(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def read_stdin(limit: int) -> bytes:
    """Read standard input, up to one byte past ``limit``, which is more than any honest caller sends."""
    return sys.stdin.buffer.read(limit + 1)
