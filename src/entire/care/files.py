"""Our files outside of git's objects, in all worktrees: what each is for, and which session it belongs to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from entire.checkpoint.index.file import FOLDER as INDEX_DIR
from entire.core.paths import LOGS_DIR, METADATA_DIR, STATE_DIR, TMP_DIR, valid_session_id
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.session.store import ENDED_DIR

_BESIDE_GIT = "entire-"  # the prefix of our files in a git directory
_UNFINISHED = ".tmp"
_GUARD = ".gitignore"


class FileKind:
    """What a file is for; the values are those in `--json`."""

    COPIES = "copies"  # of transcripts, redacted
    STATES = "states"  # of live sessions
    CURSORS = "cursors"  # how far their transcripts were read
    ARCHIVE = "archive"  # both, of ended sessions
    CAPTURES = "captures"  # the work tree at the start of a turn
    LOGS = "logs"
    INDEX = "index"
    LEFTOVERS = "leftovers"  # of writes that are running or were killed
    OTHER = "other"

    ALL = (COPIES, STATES, CURSORS, ARCHIVE, CAPTURES, LOGS, INDEX, LEFTOVERS, OTHER)


class LocalFile(NamedTuple):
    kind: str
    path: str
    bytes: int
    session_id: str  # empty if it belongs to none, or to several


_IN_WORKTREE = {METADATA_DIR: FileKind.COPIES, TMP_DIR: FileKind.CAPTURES, LOGS_DIR: FileKind.LOGS}
_STATE_FILES = {".json": FileKind.STATES, ".model": FileKind.STATES, ".cursor": FileKind.CURSORS}


def local_files(places: Iterable[Repository]) -> list[LocalFile]:
    """Return the files of these worktrees of one repository."""
    return [file for found in worktrees.each(places, _files_of) for file in found]


def _files_of(place: Repository) -> list[LocalFile]:
    found: list[LocalFile] = []
    for folder, kind in _IN_WORKTREE.items():
        found += [
            _file(path, size, *_in_worktree(kind, rest)) for path, rest, size in _below(place.path(folder))
        ]
    for path, rest, size in _beside_git(place.git_dir):
        found.append(_file(path, size, *_in_git_dir(rest)))
    return found


def _file(path: str, size: int, kind: str, session_id: str) -> LocalFile:
    return LocalFile(FileKind.LEFTOVERS if path.endswith(_UNFINISHED) else kind, path, size, session_id)


def _in_worktree(kind: str, rest: list[str]) -> tuple[str, str]:
    """Pure: return what a file is for, by its path in the folder of that kind."""
    if rest == [_GUARD]:
        return FileKind.OTHER, ""
    if kind != FileKind.COPIES:
        return kind, ""
    named = len(rest) > 1 and valid_session_id(rest[0])
    return (kind, rest[0]) if named else (FileKind.OTHER, "")


def _in_git_dir(rest: list[str]) -> tuple[str, str]:
    """Pure: the same for a path in the git directory."""
    if rest[0] == INDEX_DIR:
        return FileKind.INDEX, ""
    stem, suffix = os.path.splitext(rest[-1])
    kind = _STATE_FILES.get(suffix)
    if rest[0] != STATE_DIR or kind is None or not valid_session_id(stem):
        return FileKind.OTHER, ""
    return FileKind.ARCHIVE if rest[1] == ENDED_DIR else kind, stem


def _beside_git(git_dir: str) -> Iterator[tuple[str, list[str], int]]:
    for name in sorted(os.listdir(git_dir)):
        if name.startswith(_BESIDE_GIT):
            for path, rest, size in _below(os.path.join(git_dir, name)):
                yield path, [name, *rest], size


def _below(top: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield path, relative path and size of each file, without following symbolic links (I6)."""
    if os.path.realpath(top) != os.path.normpath(top):
        return
    for folder, folders, names in os.walk(top):
        folders.sort()
        inside = folder[len(top) :].split(os.sep)[1:]
        for name in sorted(names):
            path = os.path.join(folder, name)
            try:
                yield path, [*inside, name], os.lstat(path).st_size
            except FileNotFoundError:  # a hook removed it
                continue
