"""Condense a session that got stuck: end its turn, and let its strategy store what no checkpoint has."""

from __future__ import annotations

from entire.core import log
from entire.core.value import Value
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import status, worktrees
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.phase import PhaseEvent
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.condensing.finalise import complete_due, finalise_turn
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.end import end_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


class CondenseResult(Value):
    """The result."""

    checkpoint_id: str = ""  # empty: there was nothing to condense
    finalised: int = 0  # checkpoints of the open turn that now have the whole conversation
    waiting: list[str] = []  # files that stay with the session until they are committed
    kept_as: str = ""  # the ref that keeps steps which are neither committed nor in the work tree


def condense_session(strategy: Strategy, repo: Repository, store: Store, state: State) -> CondenseResult:
    """End the session's turn if it is open, and store what no checkpoint has. The caller holds the lock."""
    home = _home(repo, state)
    finalised = len(state.turn_checkpoint_ids)
    if state.is_active or finalised:
        state = _end_turn(strategy, repo, home, store, state)
    with Objects(home or repo) as objects:
        if not strategy.is_condensable(objects, store, state):
            return CondenseResult(finalised=finalised)
        done = strategy.condense(repo, home, objects, store, state)
    log.info(
        "session condensed without a commit",
        component="checkpoint",
        session_id=state.session_id,
        checkpoint_id=done.checkpoint_id,
    )
    return done.replace(finalised=finalised)


def _home(repo: Repository, state: State) -> Repository | None:
    """The session's worktree; None if it was removed, or has no commit."""
    home = worktrees.by_id(repo, state.worktree_id)
    return home if home is not None and refs.resolve(home, "HEAD") else None


def _end_turn(
    strategy: Strategy, repo: Repository, home: Repository | None, store: Store, state: State
) -> State:
    """End the turn as the next prompt would. Only files that the transcript names count: people have edited
    others since.
    """
    if home is not None:
        for task in captures.open_tasks(home, state.session_id):
            captures.discard(home, task)
        captures.discard(home, Capture(session_id=state.session_id))
        return end_turn(strategy, home, store, state, status.read(home))
    conversation = Conversation(repo, store, state)
    conversation.read()
    complete_due(repo, state, conversation)
    finalise_turn(repo, state, conversation)
    transition_and_log(state, PhaseEvent.TURN_END)
    conversation.save()
    store.save(state)
    return state
