"""A conversation that was handed over to another agent, as a session of this repository."""

from __future__ import annotations

import os

from entire.agent.events import Event, Kind
from entire.agent.protocol import Agent
from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import real_parent
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session.phase import PhaseEvent
from entire.session.state import transition_and_log
from entire.session.store import Store
from entire.strategy.protocol import Strategy
from entire.strategy.restore.place import transcript_place
from entire.strategy.turn.start import initialize_session


def place(repo: Repository, agent: Agent, session_id: str, content: bytes) -> str:
    """Write a new session's transcript to where the agent looks for it. Raises EntireError."""
    path = transcript_place(repo, agent, session_id, None)
    if path is None or os.path.lexists(path):
        raise EntireError(f"no place for a conversation of {agent.TYPE}", "hand it over with --document")
    path = real_parent(path)
    files.make_dir(os.path.dirname(path), 0o700)
    files.write_atomic(path, content)
    try:
        agent.adopt_transcript(session_id, path)
    except EntireError as error:
        files.remove(path)
        raise EntireError(error.message, "hand it over with --document") from error
    return path


def begin(
    strategy: Strategy, repo: Repository, store: Store, agent: Agent, session_id: str, path: str, prompt: str
) -> None:
    """Note that what was handed over belongs to the other session: only what is new counts here.

    The caller holds the lock.
    """
    event = Event(Kind.SESSION_START, session_id, path, prompt=prompt)
    state = initialize_session(strategy, repo, store, None, event, agent.TYPE, status.read(repo))
    end = agent.layout().end(files.read_or_empty(path))
    state.checkpoint_transcript_start = state.token_transcript_start = end
    transition_and_log(state, PhaseEvent.TURN_END)
    store.save(state)
