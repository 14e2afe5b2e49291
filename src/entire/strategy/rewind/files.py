"""Files of the work tree: saved byte by byte before a rewind, changed by it, and restored by an undo."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Mapping

from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects.read import Objects
from entire.git.objects.tree import EXECUTABLE_MODE, Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree.staged_files import store_raw
from entire.git.worktree.work_files import WorkFiles, is_safe
from entire.strategy.rewind.plan import Plan
from entire.strategy.rewind.snapshot import SavedFile, Snapshot

UNTOUCHED = "nothing was changed"


def save_files(repo: Repository, snapshot: Snapshot, left: Mapping[str, str]) -> None:
    """Store these paths in the snapshot as they are now. Raises EntireError.

    ``left``: path → what the rewind leaves there.
    """
    saved = [_stat(repo, path, what) for path, what in left.items()]
    try:
        oids = store_raw(repo, [file.path for file in saved if stat.S_ISREG(file.mode)])
    except GitError as error:
        message = f"cannot save a copy of the current files: {error.detail.strip()[:300]}"
        raise EntireError(message, UNTOUCHED) from error
    with Writer(repo) as writer:
        for file in saved:
            if stat.S_ISLNK(file.mode):
                file.oid = writer.blob(os.fsencode(os.readlink(repo.path(file.path))))
            elif file.mode:
                file.oid = oids[file.path]
    snapshot.files = saved
    snapshot.directories = _directories(repo, left)


def _stat(repo: Repository, path: str, left: str) -> SavedFile:
    file = SavedFile(path=path, left=left)
    try:
        mode = os.lstat(repo.path(path)).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return file
    if stat.S_ISDIR(mode) or _is_behind_link(repo, path):
        return file
    if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        raise EntireError(f"{path[:200]} is not a regular file or symbolic link", UNTOUCHED)
    file.mode = mode
    return file


def _is_behind_link(repo: Repository, path: str) -> bool:
    """Whether a directory above the path is a symbolic link."""
    folder = os.path.normpath(repo.path(os.path.dirname(path)))
    return os.path.realpath(folder) != folder


def _directories(repo: Repository, paths: Iterable[str]) -> dict[str, int]:
    """Directories above and below these paths, which the rewind may remove, outermost first."""
    found: dict[str, int] = {}
    for path in paths:
        if _is_behind_link(repo, path):
            continue
        above = ["/".join(path.split("/")[:depth]) for depth in range(1, path.count("/") + 1)]
        below = [os.path.relpath(folder, repo.worktree) for folder, _, _ in os.walk(repo.path(path))]
        for folder in (*above, *below):
            mode = os.lstat(repo.path(folder)).st_mode if os.path.lexists(repo.path(folder)) else 0
            if stat.S_ISDIR(mode):
                found[folder] = stat.S_IMODE(mode)
    return found


def blockers(repo: Repository, path: str) -> list[str]:
    """What has to be removed before a path can be a file: a file above it, or all files below it."""
    above = ""
    for name in path.split("/")[:-1]:
        above = os.path.join(above, name)
        try:
            mode = os.lstat(repo.path(above)).st_mode
        except OSError:
            return []
        if not stat.S_ISDIR(mode):
            return [above]
    if os.path.islink(repo.path(path)):
        return []
    return _files_below(repo, path)


def _files_below(repo: Repository, path: str) -> list[str]:
    """Every file and link below a directory; empty if it is not one."""
    found = []
    for folder, folders, names in os.walk(repo.path(path)):
        names += [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found += [os.path.relpath(os.path.join(folder, name), repo.worktree) for name in names]
    return found


class NothingChanged(EntireError):
    """A rewind failed and was rolled back."""


def apply_plan(repo: Repository, objects: Objects, plan: Plan, place: str, snapshot: Snapshot) -> None:
    """Change the work tree as planned; ``place`` is the directory with the new contents.

    On failure the files are restored from the snapshot: raises NothingChanged, or EntireError if some could
    not be restored.
    """
    try:
        with WorkFiles(repo) as work:
            for item in plan.delete:
                work.remove(item.path)
            for item in plan.restore:
                assert item.entry is not None
                _install(repo, work, item.path, os.path.join(place, item.path), item.entry)
    except BaseException as error:
        failed = restore_files(repo, objects, snapshot)
        if not isinstance(error, OSError):
            raise
        message = f"{error.strerror}: {error.filename}"
        if failed:
            raise EntireError(message, "`entire rewind --undo` restores the other files") from error
        raise NothingChanged(message, UNTOUCHED) from error


def _install(repo: Repository, work: WorkFiles, path: str, made: str, entry: Entry) -> None:
    if os.path.islink(made):
        work.link(path, os.fsencode(os.readlink(made)))
        return
    executable = entry.mode == EXECUTABLE_MODE
    with open(made, "rb") as source:
        work.write(path, source, _permissions(repo, path, executable), executable)


def _permissions(repo: Repository, path: str, executable: bool) -> int | None:
    """The permissions of the present file, with the executable bits set or cleared; None for a new file."""
    try:
        mode = os.lstat(repo.path(path)).st_mode
    except OSError:
        return None
    if not stat.S_ISREG(mode):
        return None
    mode = stat.S_IMODE(mode)
    if not repo.file_mode:
        return mode
    return mode | (mode & 0o444) >> 2 if executable else mode & ~0o111


def restore_files(repo: Repository, objects: Objects, snapshot: Snapshot) -> list[str]:
    """Restore the files of a snapshot. Returns the paths that could not be restored."""
    failed = []
    with WorkFiles(repo) as work:
        gone = [file for file in snapshot.files if not file.oid]
        for file in (*gone, *(file for file in snapshot.files if file.oid)):
            try:
                _restore(objects, work, file)
            except OSError:
                failed.append(file.path)
        for path, mode in snapshot.directories.items():
            if is_safe(path) and isinstance(mode, int):
                work.make_directory(path, mode)
    return failed


def _restore(objects: Objects, work: WorkFiles, file: SavedFile) -> None:
    if not is_safe(file.path):
        return
    if not file.oid:
        work.remove(file.path)
        return
    data = objects.blob(file.oid, limit=sys.maxsize)  # we stored it, whatever its size
    if data is None:
        raise FileNotFoundError(file.path)
    if stat.S_ISLNK(file.mode):
        work.link(file.path, data)
    else:
        work.write(file.path, io.BytesIO(data), stat.S_IMODE(file.mode))
