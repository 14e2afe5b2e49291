"""Objects as git keeps new ones: one compressed file each, named by its content."""

from __future__ import annotations

import os
import time
import zlib

from entire.core.errors import EntireError
from entire.core.hashing import hasher
from entire.git.repository import Repository

# Git's own level for these: they are packed sooner or later, and better then.
_LEVEL = 1
_YOUNG_SECONDS = 24 * 3600  # nothing so young is pruned


def object_id(repo: Repository, kind: str, data: bytes) -> str:
    """The name that git has for this content."""
    digest = hasher(repo.object_format, len(data))
    digest.update(b"%b %d\0" % (kind.encode(), len(data)))
    digest.update(data)
    return digest.hexdigest()


def objects_dir(repo: Repository) -> str:
    """Where git keeps objects. Our own git commands follow the variable, so we do."""
    named = os.environ.get("GIT_OBJECT_DIRECTORY")
    return repo.path(named) if named else os.path.join(repo.common_dir, "objects")


def write(folder: str, oid: str, kind: str, data: bytes) -> bool:
    """Write an object below the objects directory, unless its file is there already; whether it was not.

    Packs are not looked into: what is in one is written again, and goes when git packs the next time.
    """
    place = os.path.join(folder, oid[:2])
    path = os.path.join(place, oid[2:])
    try:
        if freshen(folder, oid):
            return False
        _write(folder, place, path, _compressed(kind, data))
        return True
    except OSError as error:
        raise EntireError(
            f"git objects cannot be written: {error}", "see how full the disk is, and who may write there"
        ) from error


def freshen(folder: str, oid: str) -> bool:
    """Whether an object has its file. Old ones that nothing refers to yet would be next to be pruned."""
    path = f"{folder}/{oid[:2]}/{oid[2:]}"
    try:
        if os.stat(path).st_mtime < time.time() - _YOUNG_SECONDS:
            os.utime(path)
    except FileNotFoundError:
        return False
    except PermissionError:
        pass  # somebody else's; git leaves it at that too
    return True


def _compressed(kind: str, data: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL)
    head = packer.compress(b"%b %d\0" % (kind.encode(), len(data)))
    return head + packer.compress(data) + packer.flush()


def _write(folder: str, place: str, path: str, content: bytes) -> None:
    """Under a name that git takes for its own left-over if we are killed, then renamed."""
    shared = os.stat(folder).st_mode & 0o7777
    shared = shared if shared & 0o2000 else 0  # as `core.sharedRepository` leaves it
    temporary = os.path.join(place, f"tmp_obj_{os.urandom(6).hex()}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    except FileNotFoundError:
        _make_place(place, shared)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
    try:
        with open(descriptor, "wb", buffering=0) as file:
            view = memoryview(content)
            while view:
                view = view[file.write(view) or 0 :]
            if shared:
                os.fchmod(descriptor, shared & 0o444)
        os.rename(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _make_place(place: str, shared: int) -> None:
    try:
        os.mkdir(place)
        if shared:
            os.chmod(place, shared)
    except FileExistsError:
        pass
