"""Where the index is kept: an SQLite file in the git directory, or memory where there can be none.

It is a cache. What is wrong with the file is never an error: it is made anew, or done without.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from entire.checkpoint.index.tables import prepare
from entire.core import files, log, settings
from entire.git.repository import Repository

T = TypeVar("T")

FOLDER = "entire-index"  # in the git common directory
_FILE = "index.db"
_MEMORY = ":memory:"
_WAIT_SECONDS = 0.5  # for others that write

# What does not mean that the file is bad: somebody else writes, or nothing can be written.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    }
)


class NotForOthers(Exception):
    """What is to be written holds for this process only."""


class Database:
    """The open file, or what stands for it."""

    def __init__(self, repo: Repository) -> None:
        self._path = _place(repo)
        self._remade = False
        self._is_copy = False  # of what a file has
        self._db: sqlite3.Connection | None = None  # until somebody asks

    @property
    def in_memory(self) -> bool:
        return self._path == _MEMORY

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with it; from its beginning with another, if this one does not allow it.

        So ``work`` finds out by itself what is in there already.
        """
        while True:
            db = self._db = self._db or self._open()
            try:
                return work(db)
            except (sqlite3.Error, NotForOthers) as error:
                if self.in_memory and not self._is_copy:
                    raise
                self._db = self._replacement(db, error)
                db.close()

    def _open(self) -> sqlite3.Connection:
        try:
            return _connect(self._path)
        except (sqlite3.Error, OSError) as error:
            if _is_bad(error) and not self._remade:
                self._remove(error)
                return self._open()
            return self._without_file(error)

    def _replacement(self, old: sqlite3.Connection, error: Exception) -> sqlite3.Connection:
        if not _is_bad(error):
            return self._without_file(error, old)
        if self.in_memory or self._remade:
            return self._without_file(error)
        self._remove(error)
        return self._open()

    def _remove(self, error: Exception) -> None:
        log.info("index made anew", component="index", error=str(error))
        self._remade = True
        import shutil  # rarely needed

        with suppress(OSError):
            shutil.rmtree(os.path.dirname(self._path))

    def _without_file(self, error: Exception, old: sqlite3.Connection | None = None) -> sqlite3.Connection:
        """Memory, with what the file has, if that can be read."""
        log.debug("index not written", component="index", error=str(error))
        self._path = _MEMORY
        memory = _connect(_MEMORY)
        self._is_copy = old is not None
        if old is not None:
            try:
                old.rollback()
                old.backup(memory)
            except sqlite3.Error:
                memory = _connect(_MEMORY)
        return memory


def _is_bad(error: Exception) -> bool:
    """Whether the file cannot be used by anybody; also where what we found in there made no sense."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.Error) and (code is None or code & 0xFF not in _PASSING)


def folder_of(repo: Repository) -> str:
    """All that is kept is in there."""
    return os.path.join(repo.common_dir, FOLDER)


def _place(repo: Repository) -> str:
    """Nothing is kept where entire is not set up (I8), nor behind a link, which would lead elsewhere (I6)."""
    folder = folder_of(repo)
    path = os.path.join(folder, _FILE)
    links = os.path.islink(folder) or os.path.islink(path)
    return _MEMORY if links or not settings.load(repo.worktree).present else path


def _connect(path: str) -> sqlite3.Connection:
    if path != _MEMORY:
        files.make_dir(os.path.dirname(path))
    db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = NORMAL")
        prepare(db)
    except sqlite3.Error:
        db.close()
        raise
    return db
