"""Up to where tokens are counted, in a state that the reference wrote: it drops the key that says so."""

from __future__ import annotations

import os

from entire.core import log
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.resume.known import condensed_position
from entire.transcript.cursor import Cursor


def agree(repo: Repository, state: State, cursor: Cursor) -> Cursor:
    """Find out what is counted, note it in the state (not saved), and return a cursor that agrees.

    The reference's start of the next part is where its last checkpoint ended, or 0 if that left files out.
    But a start that we wrote can be further on, with nothing counted: the session moved to another worktree.
    So where the start says more than our cursor, or nothing, the checkpoints decide. Without
    checkpoints, a session that we did not record before begins at its start, and so does one whose transcript
    is gone.
    """
    known, start = cursor.counted_at, state.checkpoint_transcript_start
    if not start or start > known:
        stored = condensed_position(repo, state.agent_type, state.session_id, state.transcript_path)
        ours = cursor.position and os.path.exists(state.transcript_path)
        known = max(known, stored if stored or ours else start)
    state.token_transcript_start, state.counted_elsewhere = known, False
    if known > cursor.counted_at:
        log.info("another program condensed", component="session", session_id=state.session_id, until=known)
        if cursor.position != known and os.path.exists(cursor.path):  # read everything again, and count
            return Cursor(path=cursor.path, rules=cursor.rules, due=cursor.due)
        cursor.count(checkpoint=True)
    return cursor
