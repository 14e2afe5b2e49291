"""Continue, in a process that nobody waits for, what hooks had no time for.

One such process works at a time, in portions: hooks get the repository's lock in between.
"""

from __future__ import annotations

import os
import time

from entire.core import files, limits, log
from entire.core.errors import EntireError, Locked
from entire.core.lock import Lock
from entire.git.repository import Repository
from entire.redact import redact_jsonl
from entire.session import cursors
from entire.session.store import Store
from entire.strategy.condensing.finalise import complete_due
from entire.strategy.links.keep import keep_links
from entire.strategy.protocol import Strategy
from entire.strategy.reference import ignored_folders, whole
from entire.strategy.turn.conversation import Conversation
from entire.transcript import lines

NAME = "continue"
_AGAIN = "continue.again"
_PORTION_SECONDS = 0.25
_PAUSE_SECONDS = 0.05
_WAIT_SECONDS = 60.0  # for the lock: nobody waits for this process


def run(strategy: Strategy, repo: Repository) -> None:
    """Read the transcripts that were not read to their end, and complete commits and checkpoints.

    If such a process runs already, this one leaves: the file that it wrote asks the other one to look again.
    """
    store = Store(repo)
    asked = os.path.join(store.directory, _AGAIN)
    files.make_dir(store.directory)
    files.write_atomic(asked, b"", durable=False)
    while os.path.lexists(asked):  # looks after the lock is released: nobody finds it taken and is not heard
        try:
            with Lock(os.path.join(store.directory, "lock-continue"), wait=0.0):
                files.remove(asked)
                _continue(strategy, repo, store)
        except Locked:
            log.debug("another process continues already")
            return


def _continue(strategy: Strategy, repo: Repository, store: Store) -> None:
    for state in store.live():
        if state.ignored_folders and state.worktree_id == repo.worktree_id:
            ignored_folders.list_files(repo, store, state, _WAIT_SECONDS)
    for state in store.live():
        _read_on(repo, store, state.session_id)
    try:
        _complete_commits(strategy, repo, store)
    except (EntireError, OSError) as error:
        log.error("commits not completed", error=str(error))
    for state in store.live():  # their checkpoints have what was read so far
        _read_on(repo, store, state.session_id)
    keep_links(repo)
    _make_whole(repo, store)


def _make_whole(repo: Repository, store: Store) -> None:
    """Put long transcripts of ended sessions into one file, for a reader that takes only one."""
    for state in store.live():
        here = state.worktree_id == repo.worktree_id
        if not here or not whole.is_wanted(state, cursors.load(store, state.session_id).copy_bytes):
            continue
        try:
            with store.lock(wait=_WAIT_SECONDS):
                whole.store_whole(repo, state, store.live())
        except (EntireError, OSError) as error:
            log.error("transcript not stored in one piece", session_id=state.session_id, error=str(error))


def _complete_commits(strategy: Strategy, repo: Repository, store: Store) -> None:
    """Complete one commit after the other; the lock is free in between."""
    tried: set[str] = set()
    while True:
        with store.lock(wait=_WAIT_SECONDS), limits.Portion(_PORTION_SECONDS):
            if not strategy.heal(repo, store, tried):
                return
        time.sleep(_PAUSE_SECONDS)


def _read_on(repo: Repository, store: Store, session_id: str) -> None:
    if not cursors.load(store, session_id).unread:
        return
    clean = _Prepared(store, session_id)
    while cursors.load(store, session_id).unread:
        clean.prepare()
        before = cursors.load(store, session_id).unread
        try:
            with store.lock(wait=_WAIT_SECONDS), limits.Portion(_PORTION_SECONDS):
                _read_portion(repo, store, session_id, clean)
        except EntireError as error:
            log.error("transcript not read", session_id=session_id, error=error.message, hint=error.hint)
            return
        if cursors.load(store, session_id).unread >= before:
            return  # its layout, or its agent, leaves nothing more to read
        time.sleep(_PAUSE_SECONDS)
    log.info("transcript read to its end", component="session", session_id=session_id)


def _read_portion(repo: Repository, store: Store, session_id: str, clean: _Prepared) -> None:
    state = store.load(session_id)
    if state is None:
        return
    conversation = Conversation(repo, store, state, clean)
    conversation.read()
    if conversation.cursor.due:
        complete_due(repo, state, conversation)
        conversation.save(durable=True)
        store.save(state)
    conversation.seal(repo)
    conversation.save()


class _Prepared:
    """Redacts; a record that takes long was redacted before, when the repository was not locked."""

    def __init__(self, store: Store, session_id: str) -> None:
        self._store = store
        self._session_id = session_id
        self._raw = self._clean = b""

    def __call__(self, data: bytes) -> bytes:
        return self._clean if data == self._raw and data else redact_jsonl(data)

    def prepare(self) -> None:
        """Redact the next record of the transcript, if it is a long one."""
        cursor = cursors.load(self._store, self._session_id)
        self._raw = lines.long_line(cursor.path, cursor.mark.byte)
        self._clean = redact_jsonl(self._raw) if self._raw else b""
