"""List every session of this repository: those with a state here, and those known only from checkpoints."""

from __future__ import annotations

from entire.checkpoint.index.index import Index
from entire.checkpoint.index.overviews import RecordedSession
from entire.checkpoint.model import IMPORTED
from entire.core.text import collapse_whitespace
from entire.core.value import Value
from entire.session import find
from entire.session.phase import Phase
from entire.session.state import State
from entire.session.store import Store


class Session(Value):
    state: State  # built from its checkpoints if the session ran elsewhere
    local: bool  # whether its state is in this repository
    imported: bool = False  # hooks have not followed it


def list_sessions(index: Index) -> list[Session]:
    """All sessions, by last interaction, newest first."""
    states = Store(index.repo).all()
    here = {state.session_id for state in states}
    found = [Session(state, True) for state in states]
    found += [
        Session(_as_state(session), False, session.last.part.kind == IMPORTED)
        for session in index.sessions(here)
    ]
    return sorted(found, key=lambda session: find.last_seen(session.state), reverse=True)


def get_session(sessions: list[Session], prefix: str) -> Session:
    """The session whose id starts with ``prefix``. Raises NoSession, AmbiguousSession."""
    known = {session.state.session_id: session for session in sessions}
    return known[find.by_prefix((session.state for session in sessions), prefix).session_id]


def _as_state(session: RecordedSession) -> State:
    last = session.last.part
    return State(
        session_id=session.session_id,
        started_at=session.first.part.created_at,
        last_interaction_time=last.created_at,
        ended_at=last.created_at,
        phase=Phase.ENDED,
        agent_type=last.agent,
        model_name=last.model,
        branch=last.branch,
        last_checkpoint_id=session.last.checkpoint_id,
    )


def merge_prompts(kept: list[str], first: str, last: str) -> list[str]:
    """Pure: each prompt once; the first and the last, which may be cut, only if ``kept`` lacks them."""

    def missing(prompt: str) -> list[str]:
        beginning = prompt.removesuffix("...")
        there = any(collapse_whitespace(one).startswith(beginning) for one in kept)
        return [] if there or not prompt else [prompt]

    return list(dict.fromkeys([*missing(first), *kept, *missing(last)]))
