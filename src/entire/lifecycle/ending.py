"""End a session."""

from __future__ import annotations

from entire.core import clock, limits
from entire.session import capture as captures
from entire.session import cursors
from entire.session.phase import PhaseEvent
from entire.session.state import transition_and_log
from entire.session.store import Store
from entire.strategy.turn.unseen import begin_unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.git.repository import Repository
    from entire.session.state import State
    from entire.strategy.protocol import Strategy


def end_session(
    strategy: Strategy, repo: Repository, session_id: str, *, save_turn: bool = True
) -> State | None:
    """End a session. Returns the state as saved.

    With ``save_turn``, ``repo`` must be the session's worktree: the work of an open turn and of background
    subagents is saved first. Each of these walks saves the state; the end of the session is saved last.
    """
    store = Store(repo)
    with store.lock():
        state = store.load(session_id)
        if state is None:
            return None
        if save_turn and (begin_unseen(repo, store, state) or state.is_active):
            from entire.git.worktree import status
            from entire.strategy.turn.end import end_turn

            state = end_turn(strategy, repo, store, state, status.read(repo))
        for capture in captures.open_tasks(repo, session_id):
            if save_turn and capture.agent_id:
                from entire.strategy.turn.task import end_task

                state = end_task(strategy, repo, store, state, capture, capture.agent_id)
            captures.discard(repo, capture)
        transition_and_log(state, PhaseEvent.SESSION_STOP)
        state.ended_at = clock.now_local()
        strategy.end_session(repo, store, state)
        store.save(state)
        strategy.note_quiet(repo, store)
        if state.has_steps_here:
            from entire.strategy.reference import whole

            if whole.is_wanted(state, cursors.load(store, session_id).copy_bytes):
                limits.leave_rest()
    return state
