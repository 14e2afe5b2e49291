"""Every session that left something here: in a state of its own, in checkpoints, or in both."""

from __future__ import annotations

from entire.checkpoint import condensed
from entire.checkpoint.condensed import Condensed
from entire.core.value import Value
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.session import find
from entire.session.phase import Phase
from entire.session.state import State
from entire.session.store import Store


class Session(Value):
    state: State  # of a session that was made elsewhere: what its checkpoints tell
    local: bool  # whether its state is here
    checkpoints: list[Condensed]  # oldest first


def list_sessions(repo: Repository, objects: Objects) -> list[Session]:
    """All sessions, the latest interaction first."""
    parts = condensed.by_session(repo, objects)
    found = [Session(state, True, parts.pop(state.session_id, [])) for state in Store(repo).all()]
    found += [Session(_as_state(of_one), False, of_one) for of_one in parts.values()]
    return sorted(found, key=lambda session: find.last_seen(session.state), reverse=True)


def get_session(sessions: list[Session], prefix: str) -> Session:
    """The session whose id starts so. Raises NoSession, AmbiguousSession."""
    known = {session.state.session_id: session for session in sessions}
    return known[find.by_prefix((session.state for session in sessions), prefix).session_id]


def _as_state(parts: list[Condensed]) -> State:
    first, last = parts[0], parts[-1]
    metadata = last.metadata
    return State(
        session_id=last.session_id,
        started_at=first.created_at,
        last_interaction_time=last.created_at,
        ended_at=last.created_at,
        phase=Phase.ENDED,
        agent_type=metadata.agent,
        model_name=metadata.model,
        last_checkpoint_id=last.checkpoint_id,
    )
