"""Reading what numbers need, once, in the background: in a long history this takes minutes.

What was read is kept in the index, checkpoint by checkpoint, so that an interruption loses nothing.
"""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.core import log
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.numbers.gather import facts_of
from entire.transcript import document

_AT_ONCE = 300  # checkpoints that a page reads by itself
_PAUSE = 60.0  # seconds until what could not be read is tried again


class Look(NamedTuple):
    waits: int  # for so many checkpoints; 0 if the page need not wait
    known_only: bool = False  # the others are not in this clone, and could not be fetched


class Counting:
    """At most one reader at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._failed = False
        self._left = 0  # checkpoints that the last reader could not read
        self._ended = 0.0
        self._too_large: dict[str, int] = {}  # what readers left out: sizes by id

    def look(self, index: Index) -> Look:
        """Whether a page has to wait. Starts a reader if needed."""
        missing = _missing(index)
        index.objects.too_large.update(self._too_large)
        with self._lock:
            if missing <= _AT_ONCE or self._failed:
                return Look(0)
            if self._is_due(missing):
                self._thread = threading.Thread(target=self._read, args=(index.repo,), daemon=True)
                self._thread.start()
            return Look(0, True) if missing <= self._left else Look(missing)

    def _is_due(self, missing: int) -> bool:
        if self._thread is not None and self._thread.is_alive():
            return False
        return missing > self._left or time.monotonic() > self._ended + _PAUSE

    def _read(self, repo: Repository) -> None:
        try:
            with Objects(repo) as objects, Index(repo, objects) as index:
                facts_of(index, index.ids(), lambda what, number: None)
                self._too_large.update(objects.too_large)
                self._left = _missing(index)
                self._ended = time.monotonic()
        except Exception as error:  # the page then reads by itself, and says what is wrong
            self._failed = True
            log.error("numbers not read", error=str(error))
        finally:
            document.forget()


def _missing(index: Index) -> int:
    trees = index.trees(index.ids())
    return len(trees) - len(index.derived(trees.values()))


COUNTING = Counting()
