"""Following the lines of agents to HEAD, once, in the background: git takes a moment for each commit.

What was found is kept in the index, commit by commit, so that an interruption loses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from entire.checkpoint.index.index import Index
from entire.core import log
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.numbers import standing
from entire.numbers.sums import Commit

_Key = tuple[str, int]


class Following:
    """At most one reader at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended: _Key | None = None
        self._number = 0

    def look(self, index: Index, commits: Sequence[Commit]) -> int | None:
        """How many commits are followed so far; None if a page need not wait. Starts a reader if needed."""
        head = index.objects.commit("HEAD")
        key = (head.oid if head is not None else "", hash(tuple(commit.oid for commit in commits)))
        with self._lock:
            if key == self._ended:
                return None
            if self._thread is None or not self._thread.is_alive():
                self._number = 0
                self._thread = threading.Thread(
                    target=self._read, args=(index.repo, key, commits), daemon=True
                )
                self._thread.start()
            return self._number

    def _read(self, repo: Repository, key: _Key, commits: Sequence[Commit]) -> None:
        try:
            with Objects(repo) as objects, Index(repo, objects) as index:
                standing.follow(index, commits, self._note)
        except Exception as error:  # the page then follows them by itself, and says what is wrong
            log.error("lines not followed", error=str(error))
        self._ended = key

    def _note(self, what: str, number: int) -> None:
        self._number = number


FOLLOWING = Following()
