"""Continue, in a process that nobody waits for, what hooks had no time for.

One such process works at a time, in portions: hooks get the repository's lock in between.
"""

from __future__ import annotations

import os
import time

from entire.core import limits, log
from entire.core.errors import EntireError, Locked
from entire.core.lock import Lock
from entire.git.repository import Repository
from entire.redact import redact_jsonl
from entire.session import cursors
from entire.session.store import Store
from entire.strategy.condensing.finalise import complete_due
from entire.strategy.protocol import Strategy
from entire.strategy.turn.conversation import Conversation
from entire.transcript import lines

NAME = "continue"
_PORTION_SECONDS = 0.25
_PAUSE_SECONDS = 0.05
_WAIT_SECONDS = 60.0  # for the lock: nobody waits for this process


def run(strategy: Strategy, repo: Repository) -> None:
    """Read the transcripts that were not read to their end, then complete commits and checkpoints."""
    store = Store(repo)
    try:
        with Lock(os.path.join(store.directory, "continue.lock"), wait=0.0):
            for state in store.live():
                _read_on(repo, store, state.session_id)
            with store.lock(wait=_WAIT_SECONDS):
                strategy.heal(repo, store)
    except Locked:
        log.debug("another process continues already")


def _read_on(repo: Repository, store: Store, session_id: str) -> None:
    if not cursors.load(store, session_id).unread:
        return
    clean = _Prepared(store, session_id)
    while cursors.load(store, session_id).unread:
        clean.prepare()
        before = cursors.load(store, session_id).unread
        try:
            with store.lock(wait=_WAIT_SECONDS):
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
    limits.begin_portion(_PORTION_SECONDS)
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
