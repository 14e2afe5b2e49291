"""Write loose objects: one compressed file each, named by its content."""

from __future__ import annotations

import os
import sys
import time
import zlib

from entire.core import sharing
from entire.core.errors import EntireError
from entire.core.hashing import hasher
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Git's default level for loose objects: they will be packed later, and compressed better.
_LEVEL = 1
_TRIES = 20
_YOUNG_SECONDS = 24 * 3600  # younger objects are not pruned


def object_id(repo: Repository, kind: str, data: bytes) -> str:
    """Return the object id of this content."""
    digest = hasher(repo.object_format, len(data))
    digest.update(b"%b %d\0" % (kind.encode(), len(data)))
    digest.update(data)
    return digest.hexdigest()


def objects_dir(repo: Repository) -> str:
    """Return the objects directory. Our git commands use the environment variable, so we do too."""
    named = os.environ.get("GIT_OBJECT_DIRECTORY")
    return repo.path(named) if named else os.path.join(repo.common_dir, "objects")


def write(folder: str, oid: str, kind: str, data: bytes) -> bool:
    """Write a loose object unless its file exists; return whether it was written.

    Packs are not searched: a packed object is written again, and removed when git packs the next time.
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
            f"cannot write git objects: {error}", "check the free disk space and the permissions"
        ) from error


def freshen(folder: str, oid: str) -> bool:
    """Whether an object has a file. Updates an old file's time, so that the object is not pruned."""
    path = f"{folder}/{oid[:2]}/{oid[2:]}"
    try:
        info = os.stat(path)
        if not info.st_size:
            return False  # left by a crash of the machine: no object is empty
        if info.st_mtime < time.time() - _YOUNG_SECONDS:
            os.utime(path)
    except FileNotFoundError:
        return False
    except PermissionError:
        pass  # owned by another user; git ignores this too
    return True


def remove_empty(folder: str, oids: Iterable[str]) -> list[str]:
    """Remove empty files in place of these objects, which git takes for the objects; return which."""
    removed = []
    for oid in oids:
        path = f"{folder}/{oid[:2]}/{oid[2:]}"
        try:
            if os.stat(path).st_size == 0:
                os.unlink(path)
                removed.append(oid)
        except OSError:
            continue
    return removed


def _compressed(kind: str, data: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL)
    head = packer.compress(b"%b %d\0" % (kind.encode(), len(data)))
    return head + packer.compress(data) + packer.flush()


def _write(folder: str, place: str, path: str, content: bytes) -> None:
    """Write to a temporary name that `git gc` cleans up if we are killed, then rename."""
    shared = os.stat(folder).st_mode & 0o7777
    shared = shared if shared & 0o2000 else 0  # as `core.sharedRepository` sets it
    temporary = os.path.join(place, f"tmp_obj_{os.urandom(6).hex()}")
    descriptor = _create(temporary, place, shared)
    try:
        with open(descriptor, "wb", buffering=0) as file:
            sys.audit("entire.write", path)
            view = memoryview(content)
            while view:
                view = view[file.write(view) or 0 :]
            if shared:
                os.fchmod(descriptor, shared & 0o444)
            sharing.adapt(descriptor, path)
        os.rename(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _create(temporary: str, place: str, shared: int) -> int:
    """Create a file. `git gc` removes empty folders, also one that was just made: then make it again."""
    for _ in range(_TRIES):
        try:
            return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)
        except FileNotFoundError:
            _make_place(place, shared)
    return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444)


def _make_place(place: str, shared: int) -> None:
    try:
        os.mkdir(place)
        if shared:
            os.chmod(place, shared)
        sharing.adapt(place, place)
    except FileExistsError:
        pass
