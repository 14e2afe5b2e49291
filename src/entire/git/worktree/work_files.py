"""Write to the work tree, and never outside of it: symbolic links are not followed (I6).

Every directory is opened from its parent's descriptor, so a link that appears meanwhile causes an error
instead of leading outside. Files are complete or missing, never partial. An unfinished file is in our own
folder, which git ignores: if we are killed, nobody commits it.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from types import TracebackType
from typing import IO

from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import TMP_DIR
from entire.core.text import printable
from entire.git.repository import Repository

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LONGEST_NAME = 255


def is_safe(path: str) -> bool:
    """Whether a path from a tree is safe in the work tree: relative, valid, and not in `.git`."""
    return all(map(_is_safe_name, path.split("/")))


def _is_safe_name(name: str) -> bool:
    """Reject names that some file systems treat as `.git`: `.GIT`, `.git.`, `git~1`, invisible characters."""
    seen = printable(name).lower().rstrip(". ")
    if name in ("", ".", "..") or seen in (".git", "git~1") or seen.startswith(".git:"):
        return False
    return "\0" not in name and len(os.fsencode(name)) <= _LONGEST_NAME


class WorkFiles:
    """The work tree, open for writing. Paths are relative to it and have passed `is_safe`."""

    def __init__(self, repo: Repository) -> None:
        self._root = os.open(repo.worktree, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._scratch = _scratch(repo)
        self._kept = _current_directory(repo)

    def __enter__(self) -> WorkFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._root)
        if self._scratch is not None:
            os.close(self._scratch)

    def write(self, path: str, source: IO[bytes], permissions: int | None, executable: bool = False) -> None:
        """Write a file from ``source``, with these permissions or those of a new file."""
        folder, name = self._folder(path, make=True), os.path.basename(path)
        place = self._place(folder)
        try:
            temporary = _temporary_name(name)
            new = 0o777 if executable else 0o666  # the umask applies
            descriptor = os.open(temporary, _NEW_FILE, new, dir_fd=place)
            try:
                with open(descriptor, "wb") as sink:
                    sys.audit("entire.write", path)
                    shutil.copyfileobj(source, sink, 1 << 20)
                    if permissions is not None:
                        os.fchmod(sink.fileno(), permissions)
                _put(place, temporary, folder, name)
            except BaseException:
                os.unlink(temporary, dir_fd=place)
                raise
        finally:
            os.close(folder)

    def link(self, path: str, target: bytes) -> None:
        """Create a symbolic link."""
        folder, name = self._folder(path, make=True), os.path.basename(path)
        place = self._place(folder)
        try:
            temporary = _temporary_name(name)
            os.symlink(target, os.fsencode(temporary), dir_fd=place)
            try:
                _put(place, temporary, folder, name)
            except BaseException:
                os.unlink(temporary, dir_fd=place)
                raise
        finally:
            os.close(folder)

    def _place(self, folder: int) -> int:
        """Return where an unfinished file for a directory is: it must be on the same file system."""
        if self._scratch is None or os.fstat(self._scratch).st_dev != os.fstat(folder).st_dev:
            return folder
        return self._scratch

    def remove(self, path: str) -> None:
        """Remove a file or a link, and directories that become empty."""
        try:
            folder = self._folder(path)
        except (FileNotFoundError, NotADirectoryError):
            return
        try:
            os.unlink(os.path.basename(path), dir_fd=folder)
        except FileNotFoundError:
            pass
        finally:
            os.close(folder)
        self._remove_empty_above(path)

    def _remove_empty_above(self, path: str) -> None:
        while (path := os.path.dirname(path)) and path != self._kept:
            folder = self._folder(path)
            try:
                os.rmdir(os.path.basename(path), dir_fd=folder)
            except OSError:  # not empty, or not permitted
                return
            finally:
                os.close(folder)

    def make_directory(self, path: str, permissions: int) -> None:
        """Create a directory that existed before, unless something else is in its place."""
        try:
            folder = self._folder(path, make=True)
        except NotADirectoryError:
            return
        try:
            os.mkdir(os.path.basename(path), permissions, dir_fd=folder)
        except FileExistsError:
            pass
        finally:
            os.close(folder)

    def _folder(self, path: str, *, make: bool = False) -> int:
        """Open the directory that contains a path."""
        descriptor = os.dup(self._root)
        for name in path.split("/")[:-1]:
            try:
                if make and not _exists(descriptor, name):
                    os.mkdir(name, dir_fd=descriptor)
                below = os.open(name, _DIRECTORY, dir_fd=descriptor)
            finally:
                os.close(descriptor)
            descriptor = below
        return descriptor


def _scratch(repo: Repository) -> int | None:
    """Open our own folder for temporary files; None if that is not possible."""
    try:
        files.make_private_dir(repo.worktree, TMP_DIR)
        return os.open(repo.path(TMP_DIR), _DIRECTORY)
    except (OSError, EntireError):
        return None


def _put(place: int, temporary: str, folder: int, name: str) -> None:
    if _is_directory(folder, name):
        _remove_empty(folder, name)
    os.rename(temporary, name, src_dir_fd=place, dst_dir_fd=folder)


def _current_directory(repo: Repository) -> str:
    """Return the current directory relative to the work tree: it must not be removed."""
    try:
        return os.path.relpath(os.path.realpath(os.getcwd()), repo.worktree)
    except OSError:
        return ""


def _temporary_name(name: str) -> str:
    """Return a name for an unfinished file."""
    return f".{os.fsencode(name)[:8].hex()}-{os.urandom(6).hex()}.entire-tmp"


def _exists(folder: int, name: str) -> bool:
    try:
        os.lstat(name, dir_fd=folder)
    except FileNotFoundError:
        return False
    return True


def _is_directory(folder: int, name: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode)
    except FileNotFoundError:
        return False


def _remove_empty(folder: int, name: str) -> None:
    """Remove a directory that contains only directories. Raises OSError if it contains files."""
    inside = os.open(name, _DIRECTORY, dir_fd=folder)
    try:
        for below in os.listdir(inside):
            _remove_empty(inside, below)
    finally:
        os.close(inside)
    os.rmdir(name, dir_fd=folder)
