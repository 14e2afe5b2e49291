"""Writing files so that a reader sees the old content or the new, never a part (I2)."""

from __future__ import annotations

import os


def write_atomic(path: str, data: bytes, mode: int = 0o600) -> None:
    """Write through a uniquely named temporary file, flushed to disk, then renamed over ``path``."""
    temporary = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def read(path: str) -> bytes | None:
    """The content of a regular file, None if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def remove(path: str) -> bool:
    """Remove a file; whether there was one."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def make_dir(path: str, mode: int = 0o750) -> None:
    os.makedirs(path, mode, exist_ok=True)
