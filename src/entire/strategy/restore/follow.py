"""What is in a restored transcript is in a checkpoint already: the session goes on behind it."""

from __future__ import annotations

from entire.core import files
from entire.session.store import Store


def follow(store: Store, session_id: str, end: int) -> None:
    """A transcript that ends there was restored: if the session has a state here, it counts from there.

    Everything is read once more, so that the cursor's numbers fit again. The lock is held.
    """
    state = store.load_or_set_aside(session_id)
    if state is None:
        return
    for ended in (False, True):
        files.remove(store.path(session_id, ".cursor", ended=ended))
    state.token_transcript_start = end
    waiting = bool(state.files_touched)  # for a commit, with the turns that made them
    state.checkpoint_transcript_start = min(state.checkpoint_transcript_start, end) if waiting else end
    state.transcript_identifier_at_start = ""
    store.save(state)
