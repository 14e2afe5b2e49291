"""Bringing the search index up to date in the background: the first time, this takes minutes.

A page waits a moment for it. Then it shows what is there, or that the index is being built.
"""

from __future__ import annotations

import threading
import time

from entire.checkpoint.index.index import Index
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.search.find import Search, Unfinished
from entire.transcript import document

_PATIENCE = 1.0  # seconds that a page waits


class Run:
    """An update, in another thread. It adds to ``too_large`` what it left out: sizes by id."""

    def __init__(self, repo: Repository, too_large: dict[str, int]) -> None:
        self.done = threading.Event()
        self.outdated = True  # until it is done
        self.read = ""  # how far it is
        self.error: Exception | None = None
        threading.Thread(target=self._run, args=(repo, too_large), daemon=True).start()

    def _run(self, repo: Repository, too_large: dict[str, int]) -> None:
        try:
            with Objects(repo) as objects, Index(repo, objects) as index:
                search = Search(index, self._progress)
                try:
                    search.update()
                    self.outdated = search.outdated
                finally:
                    search.close()
                    too_large.update(objects.too_large)
        except Exception as error:  # a page says what is wrong
            self.error = error
        finally:
            document.forget()
            self.done.set()

    def _progress(self, what: str, number: int) -> None:
        self.read = f"{number:,} {what}"


class Indexing:
    """At most one update of a repository at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[str, Run] = {}
        self._too_large: dict[str, dict[str, int]] = {}

    def update(self, repo: Repository) -> Run:
        """An update that began now or later; done, or longer than a page waits."""
        until = time.monotonic() + _PATIENCE
        while True:
            run, is_new = self._started(repo)
            in_time = run.done.wait(max(0.0, until - time.monotonic()))
            if is_new or not in_time:
                return run

    def too_large(self, repo: Repository) -> dict[str, int]:
        """What updates in this process left out: each reads what is new, so only one of them meets it."""
        return self._too_large.get(repo.common_dir, {})

    def _started(self, repo: Repository) -> tuple[Run, bool]:
        with self._lock:
            last = self._runs.get(repo.common_dir)
            if last is not None and not last.done.is_set():
                return last, False
            too_large = self._too_large.setdefault(repo.common_dir, {})
            self._runs[repo.common_dir] = Run(repo, too_large)
            return self._runs[repo.common_dir], True


_INDEXING = Indexing()


def prepare(search: Search) -> None:
    """Let a search of a page begin. Raises Unfinished while the first index is being built."""
    if search.in_memory:  # nothing that others write is in it
        search.update()
        return
    run = _INDEXING.update(search.repo)
    search.objects.too_large.update(_INDEXING.too_large(search.repo))
    if run.error is not None:
        raise run.error
    search.outdated = run.outdated
    if run.outdated and not search.complete():
        error = Unfinished("the search index is being built")
        error.read = run.read
        raise error
