"""End a turn: save its work as a step, and give checkpoints made during it the rest of the conversation."""

from __future__ import annotations

import os

from entire.core import clock
from entire.core.errors import EntireError
from entire.git import identity, refs
from entire.git.objects import read
from entire.git.repository import Repository
from entire.git.worktree import content
from entire.git.worktree.status import Status
from entire.session import places
from entire.session.phase import PhaseEvent
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.elsewhere import save_elsewhere
from entire.strategy.turn.follow import follow_worktree
from entire.strategy.turn.to_store import dirty_files
from entire.strategy.turn.unseen import begin_unseen
from entire.strategy.turn.work import discard_captures, save_turn_work
from entire.transcript.cursor import number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy

_STEP_NEEDS = (identity.LOOK_UP, content.STORE, refs.MOVE)
"""The git commands that save a step. While they start up, the conversation is read and redacted."""


def end_turn(
    strategy: Strategy, repo: Repository, store: Store, state: State, now: Status, *, late: bool = True
) -> State:
    """The agent stopped: save what it did since the prompt, then the state. Returns the state as saved.

    ``now``: what differs from HEAD. ``late``: the agent did not report that it stopped, some time ago.
    """
    try:
        state, conversation = _save_work(strategy, repo, store, state, now, late=late)
    except (EntireError, OSError):
        if not late:
            _note_stop(repo, store, state.session_id)
        raise
    counted = bool(state.turn_checkpoint_ids)
    if counted:  # rare, and expensive to load
        from entire.strategy.condensing.finalise import finalise_turn

        finalise_turn(repo, state, conversation)
    state.token_usage = conversation.cursor.pending_usage()
    state.branch = now.branch if places.is_home(state) else state.branch
    state.prompted = False
    state.unsaved_record = number_of(conversation.cursor.position)
    transition_and_log(state, PhaseEvent.TURN_END)
    conversation.save(durable=counted)
    store.save(state)
    discard_captures(repo, state.session_id)
    return state


def _note_stop(repo: Repository, store: Store, session_id: str) -> None:
    """The turn stays open, but what is written from now on is not the agent's: a commit must know."""
    state = store.load(session_id)
    if state is None or state.stopped_at or not (begin_unseen(repo, store, state) or state.is_active):
        return
    state.stopped_at = clock.now_local()
    try:
        state.stopped_bytes = os.stat(state.transcript_path).st_size
    except OSError:
        state.stopped_bytes = 0
    store.save(state)


def save_open_turn(strategy: Strategy, repo: Repository, store: Store, state: State, now: Status) -> State:
    """The turn continues: save what it did so far, then the state. Returns the state as saved."""
    state, conversation = _save_work(strategy, repo, store, state, now)
    conversation.save()
    store.save(state)
    return state


def _save_work(
    strategy: Strategy, repo: Repository, store: Store, state: State, now: Status, *, late: bool = False
) -> tuple[State, Conversation]:
    """Save the work of all worktrees. Returns the state and the conversation, which the caller saves.

    `follow_worktree` and `save_elsewhere` save steps in other worktrees, and the state after each.
    """
    state = follow_worktree(strategy, repo, store, state, now.head)
    state = save_elsewhere(strategy, repo, store, state, now)
    needed = (*_STEP_NEEDS, *read.early(repo)) if dirty_files(now) else ()
    with repo.start_early(*needed):
        state, conversation = save_turn_work(strategy, repo, store, state, now, late=late)
    state.stopped_at, state.stopped_bytes = "", 0
    return state, conversation
