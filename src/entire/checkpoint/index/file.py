"""The index's database: an SQLite file in the git directory, or memory if the file cannot be used.

It is a cache. Trouble with the file is never an error: it is rebuilt, or replaced by memory.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from entire.checkpoint.index import tables
from entire.core import files, log, sharing
from entire.git.repository import Repository
from entire.git.worktree import own_settings

T = TypeVar("T")

FOLDER = "entire-index"  # in the git common directory
_FILE = "index.db"
_MEMORY = ":memory:"
_LARGEST_COPY = 64 * 1024 * 1024
_WAIT_SECONDS = 0.5  # while other processes write

# Errors that do not mean a damaged file: another process is writing, or the file is read-only.
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


class NotShareable(Exception):
    """The data is valid for this process only, and must not be written to the file."""


class Database:
    """The open file, or its replacement in memory."""

    def __init__(
        self,
        repo: Repository,
        name: str = _FILE,
        prepare: Callable[[sqlite3.Connection], None] = tables.prepare,
        *,
        large: bool = False,
    ) -> None:
        """``large``: too large to be filled again in memory only because another process is writing.

        Then `run` raises OperationalError. What is in the file can still be read.
        """
        self._path = _place(repo, name)
        self._large = large
        self._prepare = prepare
        self._remade = False
        self.made = 0  # how often the file was removed, to be filled again
        self._is_copy = False  # of a file's content
        self._db: sqlite3.Connection | None = None  # until first use

    @property
    def in_memory(self) -> bool:
        return self._path == _MEMORY

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def renew(self) -> None:
        """Remove the file: what it had is not to be found in it any longer."""
        self.close()
        self._db = None
        if not self.in_memory:
            self._remove_file()

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` on the database, and again on a replacement if this one fails.

        So ``work`` must check what the database already contains.
        """
        while True:
            db = self._db = self._db or self._open()
            try:
                return work(db)
            except (sqlite3.Error, NotShareable) as error:
                if self.in_memory and not self._is_copy:
                    raise
                self._db = self._replacement(db, error)
                db.close()

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect(self._path)
        except (sqlite3.Error, OSError) as error:
            if _is_bad(error) and not self._remade:
                self._remove(error)
                return self._open()
            if self._waits(error):
                raise
            return self._without_file(error)

    def _replacement(self, old: sqlite3.Connection, error: Exception) -> sqlite3.Connection:
        if not _is_bad(error):
            too_large = isinstance(error, sqlite3.Error) and _size(self._path) > _LARGEST_COPY
            if too_large or self._waits(error):
                old.rollback()
                raise error  # the caller can still read the file
            return self._without_file(error, old)
        if self.in_memory or self._remade:
            return self._without_file(error)
        self._remove(error)
        return self._open()

    def _waits(self, error: Exception) -> bool:
        """Whether to wait for another process, and not to use memory."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return self._large and code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

    def _remove(self, error: Exception) -> None:
        log.info("index rebuilt", component="index", error=str(error))
        self._remade = True
        self._remove_file()

    def _remove_file(self) -> None:
        self.made += 1
        import shutil  # rarely needed

        if os.path.isdir(self._path):
            shutil.rmtree(self._path, ignore_errors=True)
        for suffix in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                os.unlink(self._path + suffix)

    def _without_file(self, error: Exception, old: sqlite3.Connection | None = None) -> sqlite3.Connection:
        """Return a database in memory with the file's content, if it is readable."""
        log.debug("index not written", component="index", error=str(error))
        self._path = _MEMORY
        memory = self._connect(_MEMORY)
        self._is_copy = old is not None
        if old is not None:
            try:
                old.rollback()
                old.backup(memory)
            except sqlite3.Error:
                memory = self._connect(_MEMORY)
        return memory

    def _connect(self, path: str) -> sqlite3.Connection:
        if path != _MEMORY:
            files.make_dir(os.path.dirname(path))
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        sys.audit("entire.database", db)
        if path != _MEMORY:
            sharing.adapt(path, path)
        try:
            db.execute("PRAGMA synchronous = NORMAL")
            self._prepare(db)
        except sqlite3.Error:
            db.close()
            raise
        return db


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _is_bad(error: Exception) -> bool:
    """Whether the file is damaged, or has content that makes no sense."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(error, sqlite3.Error) and (code is None or code & 0xFF not in _PASSING)


def folder_of(repo: Repository) -> str:
    """Return the folder that contains the whole index."""
    return os.path.join(repo.common_dir, FOLDER)


def _place(repo: Repository, name: str) -> str:
    """Return the file's path; empty if entire is not set up (I8) or the folder is a symbolic link (I6)."""
    folder = folder_of(repo)
    path = os.path.join(folder, name)
    links = os.path.islink(folder) or os.path.islink(path)
    return _MEMORY if links or not own_settings.load(repo).present else path
