"""End a turn: save its work as a step, and give checkpoints made during it the rest of the conversation."""

from __future__ import annotations

from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session.phase import PhaseEvent
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.turn.elsewhere import save_elsewhere
from entire.strategy.turn.follow import follow_worktree
from entire.strategy.turn.work import discard_captures, save_turn_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def end_turn(strategy: Strategy, repo: Repository, store: Store, state: State, now: Status) -> State:
    """The agent stopped: save what it did since the prompt, then the state. Returns the state as saved.

    ``now``: what differs from HEAD. `follow_worktree` and `save_elsewhere` save steps in other worktrees, and
    the state after each; everything else is saved here, at the end.
    """
    state = follow_worktree(strategy, repo, store, state, now.head)
    state = save_elsewhere(strategy, repo, store, state, now)
    state, conversation = save_turn_work(strategy, repo, store, state, now)
    if state.turn_checkpoint_ids:  # rare, and expensive to load
        from entire.strategy.condensing.finalise import finalise

        finalise(repo, state, conversation)
        state.turn_checkpoint_ids = []
    state.token_usage = conversation.cursor.pending_usage()
    transition_and_log(state, PhaseEvent.TURN_END)
    conversation.save()
    store.save(state)
    discard_captures(repo, state.session_id)
    return state
