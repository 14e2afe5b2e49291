"""Files that killed processes left behind, judged by name and age."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from entire.care.refs import kind_of
from entire.core import files
from entire.git import locks
from entire.git.locks import LockFile
from entire.git.objects.loose import objects_dir
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.git.worktree.tracked import untracked
from entire.session import leftovers as buffers
from entire.session.store import Store

SURE_SECONDS = 24 * 3600  # no write takes this long

_STAGED = re.compile(r"entire-rewind-[0-9a-f]+\Z")
_REPORT = re.compile(r"fast_import_crash_[0-9]+\Z")
_OUR_IMPORT = b"refs/entire/import"  # the ref in crash reports of our imports
_OBJECT = re.compile(r"tmp_(pack|idx|rev|obj)_\w+\Z")
_WORK_FILES = "**/.*-*.entire-tmp"


class LeftoverKind:
    """What a leftover is; the values are those in `--json`."""

    BUFFER = "temporary-file"  # of an atomic write
    STAGED = "staged-folder"  # of a rewind
    WORK_FILE = "work-file"  # of a rewind too, next to the user's files
    REPORT = "crash-report"  # of one of our imports
    OBJECT = "unfinished-object"  # which git cannot read
    LOCK = "ref-lock"  # of one of our refs


class Leftover(NamedTuple):
    kind: str
    path: str
    bytes: int


def find(places: Sequence[Repository], store: Store) -> list[Leftover]:
    """Return the leftovers that can be removed, in these worktrees of one repository."""
    found: dict[str, str] = {}
    for there in worktrees.each(places, lambda place: _find_in(place, store)):
        found |= there
    found |= dict.fromkeys(_old(_unfinished_objects(places[0])), LeftoverKind.OBJECT)
    stale = (lock.path for lock in locks.lock_files(places[0]) if is_stale(lock))
    found |= dict.fromkeys(stale, LeftoverKind.LOCK)
    sizes = {path: _size(path) for path in found}
    return [Leftover(kind, path, size) for path, kind in found.items() if (size := sizes[path]) is not None]


def _find_in(place: Repository, store: Store) -> dict[str, str]:
    """Return the kinds of what a worktree has, by path."""
    found = dict.fromkeys(buffers.temporary_files(place, store), LeftoverKind.BUFFER)
    found |= dict.fromkeys(_old(_named(place.git_dir, _STAGED)), LeftoverKind.STAGED)
    found |= dict.fromkeys(_old(untracked(place, _WORK_FILES)), LeftoverKind.WORK_FILE)
    reports = (path for path in _named(place.git_dir, _REPORT) if _OUR_IMPORT in (files.read(path) or b""))
    return found | dict.fromkeys(_old(reports), LeftoverKind.REPORT)


def _named(folder: str, pattern: re.Pattern[str]) -> Iterator[str]:
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    yield from (os.path.join(folder, name) for name in names if pattern.match(name))


def _old(paths: Iterator[str] | list[str]) -> Iterator[str]:
    for path in paths:
        try:
            age = time.time() - os.lstat(path).st_mtime
        except OSError:
            continue
        if age > SURE_SECONDS:
            yield path


def _unfinished_objects(repo: Repository) -> Iterator[str]:
    """Yield unfinished objects, which git itself removes after two weeks."""
    top = objects_dir(repo)
    yield from _named(top, _OBJECT)
    for folder in ("pack", *(f"{number:02x}" for number in range(256))):
        yield from _named(os.path.join(top, folder), _OBJECT)


def is_stale(lock: LockFile) -> bool:
    """Whether a lock of one of our refs was left by a kill: moving a ref takes almost no time."""
    return bool(lock.ref) and kind_of(lock.ref) is not None and lock.age > SURE_SECONDS


def _size(path: str) -> int | None:
    """Return the size of a file or folder; None if someone else has just removed it."""
    below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    try:
        is_folder = stat.S_ISDIR(os.lstat(path).st_mode)
        return sum(os.lstat(inner).st_size for inner in below) if is_folder else os.lstat(path).st_size
    except OSError:
        return None
