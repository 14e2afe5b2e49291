"""Take in a conversation that no hook reported: it was started before `enable`, or its hooks did not run."""

from __future__ import annotations

from entire.agent.events import Event, Kind
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.protocol import Strategy
from entire.strategy.turn.end import end_turn
from entire.strategy.turn.start import initialize_session


def attach(
    strategy: Strategy, repo: Repository, store: Store, agent_type: str, session_id: str, transcript: str
) -> State:
    """Make it a session of this worktree, as if a turn had ended now. The caller holds the lock.

    Its work is what its transcript names and is not committed: nobody saw what commands wrote.
    """
    cursors.forget(store, session_id)  # of an attempt that was killed
    now = status.read(repo)
    event = Event(Kind.TURN_END, session_id, transcript)
    state = initialize_session(strategy, repo, store, None, event, agent_type, now)
    return end_turn(strategy, repo, store, state, now, late=False)
