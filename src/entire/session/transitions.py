"""Apply a phase transition to a state."""

from __future__ import annotations

from entire.core import clock, log
from entire.session.phase import Action, TransitionContext, transition
from entire.session.state import State


def transition_and_log(state: State, event: str, context: TransitionContext | None = None) -> tuple[str, ...]:
    """Set the new phase and times (not saved). Returns the actions left for the caller, in order."""
    before = state.phase
    result = transition(before, event, context)
    state.phase = result.phase
    remaining = []
    for action in result.actions:
        if action == Action.UPDATE_LAST_INTERACTION:
            state.last_interaction_time = clock.now_local()
        elif action == Action.CLEAR_ENDED_AT:
            state.ended_at = ""
            state.fully_condensed = False
        else:
            remaining.append(action)
    write = log.info if state.phase != before else log.debug
    message = "phase transition" if state.phase != before else "phase unchanged"
    values = {"event": event, "from": before, "to": state.phase}
    write(message, component="session", session_id=state.session_id, **values)
    return tuple(remaining)
