"""A turn begins."""

from __future__ import annotations

from entire.agent.events import Event
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session import capture as captures
from entire.session import cursors
from entire.session.capture import Capture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.initialize import initialize_session


def start_turn(repo: Repository, store: Store, event: Event, agent_type: str, now: Status) -> State:
    """A prompt came in. A turn that is still open was interrupted: its work is saved as a step first."""
    state = store.load_or_set_aside(event.session_id)
    if state is not None and state.base_commit and (state.is_active or state.turn_checkpoint_ids):
        from entire.strategy.turn.end import handle_turn_end

        state = handle_turn_end(repo, store, state, now)
    if state is not None and state.files_touched and state.base_commit != now.head:
        _let_go_committed(repo, state)
    state = initialize_session(repo, store, state, event, agent_type, now)
    cursor = cursors.load(store, state.session_id)
    capture = Capture(
        session_id=state.session_id,
        step_transcript_start=cursor.position,
        last_transcript_identifier=cursor.last_id,
    )
    if now.changed or state.files_touched:
        from entire.strategy.turn.edits import note_edits

        note_edits(repo, state, now, capture)
    captures.take(repo, capture, now)
    store.save(state)
    return state


def _let_go_committed(repo: Repository, state: State) -> None:
    """HEAD moved since: what it has is no longer waiting for a commit."""
    from entire.git.objects.read import Objects
    from entire.strategy.turn.settle import let_go_committed

    with Objects(repo) as objects:
        head = objects.commit("HEAD")
        if head is not None:
            let_go_committed(objects, state, head)
