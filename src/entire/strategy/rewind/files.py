"""Files of the work tree: kept byte by byte before a rewind, changed by it, and put back."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterable, Mapping

from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects.read import EXECUTABLE_MODE, Entry, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree.staged_files import store_raw
from entire.git.worktree.work_files import WorkFiles, is_safe
from entire.strategy.rewind.plan import Plan
from entire.strategy.rewind.snapshot import SavedFile, Snapshot

UNTOUCHED = "nothing was changed"


def remember(repo: Repository, snapshot: Snapshot, left: Mapping[str, str]) -> None:
    """Note and store these paths as they are now, with what will be ``left`` there. Raises EntireError."""
    saved = [_look(repo, path, what) for path, what in left.items()]
    try:
        oids = store_raw(repo, [file.path for file in saved if stat.S_ISREG(file.mode)])
    except GitError as error:
        message = f"no copy could be kept of what is there: {error.detail.strip()[:300]}"
        raise EntireError(message, UNTOUCHED) from error
    with Writer(repo) as writer:
        for file in saved:
            if stat.S_ISLNK(file.mode):
                file.oid = writer.blob(os.fsencode(os.readlink(repo.path(file.path))))
            elif file.mode:
                file.oid = oids[file.path]
    snapshot.files = saved
    snapshot.directories = _directories(repo, left)


def _look(repo: Repository, path: str, left: str) -> SavedFile:
    file = SavedFile(path=path, left=left)
    try:
        mode = os.lstat(repo.path(path)).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return file
    if stat.S_ISDIR(mode) or not _really_there(repo, path):
        return file
    if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        raise EntireError(f"{path[:200]} is neither a file nor a link", UNTOUCHED)
    file.mode = mode
    return file


def _really_there(repo: Repository, path: str) -> bool:
    """Whether no link leads there."""
    folder = os.path.normpath(repo.path(os.path.dirname(path)))
    return os.path.realpath(folder) == folder


def _directories(repo: Repository, paths: Iterable[str]) -> dict[str, int]:
    """Directories that are there and may not be afterwards, above these paths and below, outermost first."""
    found: dict[str, int] = {}
    for path in paths:
        if not _really_there(repo, path):
            continue
        above = ["/".join(path.split("/")[:depth]) for depth in range(1, path.count("/") + 1)]
        below = [os.path.relpath(folder, repo.worktree) for folder, _, _ in os.walk(repo.path(path))]
        for folder in (*above, *below):
            mode = os.lstat(repo.path(folder)).st_mode if os.path.lexists(repo.path(folder)) else 0
            if stat.S_ISDIR(mode):
                found[folder] = stat.S_IMODE(mode)
    return found


class NothingChanged(EntireError):
    """A rewind failed, and everything is as it was."""


def carry_out(repo: Repository, objects: Objects, plan: Plan, place: str, snapshot: Snapshot) -> None:
    """Make the work tree what the plan says, with the contents in ``place``.

    If that fails in the middle, all is put back as it was: raises NothingChanged, or EntireError if not all
    could be.
    """
    try:
        with WorkFiles(repo) as work:
            for item in plan.delete:
                work.remove(item.path)
            for item in plan.restore:
                assert item.entry is not None
                _install(repo, work, item.path, os.path.join(place, item.path), item.entry)
    except BaseException as error:
        failed = put_back(repo, objects, snapshot)
        if not isinstance(error, OSError):
            raise
        message = f"{error.strerror}: {error.filename}"
        if failed:
            raise EntireError(message, "`entire rewind --undo` puts back the rest") from error
        raise NothingChanged(message, UNTOUCHED) from error


def _install(repo: Repository, work: WorkFiles, path: str, made: str, entry: Entry) -> None:
    if os.path.islink(made):
        work.link(path, os.fsencode(os.readlink(made)))
        return
    executable = entry.mode == EXECUTABLE_MODE
    with open(made, "rb") as source:
        work.write(path, source, _permissions(repo, path, executable), executable)


def _permissions(repo: Repository, path: str, executable: bool) -> int | None:
    """Those of the file that is there, with its executable bits as they shall be; None for a new file."""
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


def put_back(repo: Repository, objects: Objects, snapshot: Snapshot) -> list[str]:
    """Make the files of a snapshot what they were; returns those that could not be."""
    failed = []
    with WorkFiles(repo) as work:
        gone = [file for file in snapshot.files if not file.oid]
        for file in (*gone, *(file for file in snapshot.files if file.oid)):
            try:
                _put_back(objects, work, file)
            except OSError:
                failed.append(file.path)
        for path, mode in snapshot.directories.items():
            if is_safe(path) and isinstance(mode, int):
                work.make_directory(path, mode)
    return failed


def _put_back(objects: Objects, work: WorkFiles, file: SavedFile) -> None:
    if not is_safe(file.path):
        return
    if not file.oid:
        work.remove(file.path)
        return
    data = objects.blob(file.oid)
    if data is None:
        raise FileNotFoundError(file.path)
    if stat.S_ISLNK(file.mode):
        work.link(file.path, data)
    else:
        work.write(file.path, io.BytesIO(data), stat.S_IMODE(file.mode))
