"""Putting in order what earlier events left, before a new one is handled."""

from __future__ import annotations

from entire.core import log
from entire.session.store import Store


def archive_finished(store: Store) -> None:
    """Sessions that are over and fully condensed cost nothing any more from here on."""
    for state in store.live():
        if state.is_ended and not state.has_work:
            store.archive(state.session_id)
            log.debug("session put away", component="session", session_id=state.session_id)
