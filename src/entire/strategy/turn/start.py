"""Start a turn: create the session's state, or update it."""

from __future__ import annotations

import os

import entire
from entire.agent.events import Event
from entire.checkpoint.ids import new_turn_id
from entire.core import clock, log
from entire.core.text import collapse_whitespace, truncate
from entire.git.errors import EmptyRepository
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.redact import RedactionUnavailable, is_harmless, redact_text
from entire.session import capture as captures
from entire.session import cursors, places
from entire.session.capture import Capture
from entire.session.phase import PhaseEvent
from entire.session.state import FIRST_PROMPT_LENGTH, UNKNOWN_AGENT, State, transition_and_log
from entire.session.store import Store
from entire.strategy.turn.unseen import begin_unseen, note_user_files
from entire.transcript.cursor import number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy

_SHORT_BYTES = 64 * 1024  # no longer is a transcript without a prompt, such as one with instructions only


def start_turn(
    strategy: Strategy,
    repo: Repository,
    store: Store,
    event: Event,
    agent_type: str,
    now: Status,
    noted: str = "",
) -> State:
    """Handle a prompt, and save the state. A turn that is still open was interrupted: it is ended first.

    ``noted``: the id of the turn if this prompt was noted before the lock was taken.
    """
    state = store.load_or_set_aside(event.session_id)
    if state is not None and state.noted and state.turn_id == noted:
        state = None
    if state is not None and state.base_commit and _is_open(repo, store, state):
        state = _end_last(strategy, repo, store, state, now)
    if state is not None and state.files_touched and state.base_commit != now.head:
        state = _release_committed(strategy, repo, store, state)
    last_turn, waiting = (state.turn_id, places.waiting(state)) if state is not None else ("", {})
    state = initialize_session(strategy, repo, store, state, event, agent_type, now)
    cursor = cursors.load(store, state.session_id)
    if store.has_promises():
        from entire.session.promises import End, begin_turn

        end = End(position=cursor.position, usage=cursor.total_usage(), turn_id=last_turn)
        begin_turn(store, state.session_id, end, waiting)
    capture = Capture(
        session_id=state.session_id,
        step_transcript_start=cursor.position,
        last_transcript_identifier=cursor.last_id,
    )
    state.unsaved_record = number_of(max(cursor.position, state.checkpoint_transcript_start))
    strategy.start_turn(repo, state, now, capture)
    captures.take(repo, capture, now)
    store.save(state)
    return state


def _end_last(strategy: Strategy, repo: Repository, store: Store, state: State, now: Status) -> State:
    """End the last turn, or read more of a long one that has ended, for its checkpoints."""
    if not state.is_active and cursors.load(store, state.session_id).due:
        from entire.strategy.condensing.finalise import finalise_if_grown

        finalise_if_grown(repo, store, state)
        return state
    from entire.strategy.turn.end import end_turn

    return end_turn(strategy, repo, store, state, now)


def _is_open(repo: Repository, store: Store, state: State) -> bool:
    """Whether the turn before did not end, as far as we know; perhaps no hook saw it begin either."""
    known = not state.noted and (state.is_active or bool(state.turn_checkpoint_ids))
    return known or begin_unseen(repo, store, state) or state.is_active


def _release_committed(strategy: Strategy, repo: Repository, store: Store, state: State) -> State:
    """HEAD moved: drop the files that it contains, which no longer wait for a commit (not saved).

    Not if a commit still has to be condensed: it needs to know them.
    """
    from entire.git.objects.read import Objects
    from entire.strategy.turn.settle import release_committed

    complete = strategy.complete_commits(repo, store, state.session_id)
    state = store.load(state.session_id) or state
    if complete:
        with Objects(repo) as objects:
            head = objects.commit("HEAD")
            if head is not None:
                release_committed(objects, state, head)
    return state


def initialize_session(
    strategy: Strategy,
    repo: Repository,
    store: Store,
    state: State | None,
    event: Event,
    agent_type: str,
    status: Status,
) -> State:
    """Create or update the state of a session whose turn starts (not saved). Raises EmptyRepository."""
    if not status.head:
        raise EmptyRepository
    if state is None or not state.base_commit:
        state = _new(repo, event, agent_type, status)
    if state.worktree_id != repo.worktree_id:
        from entire.strategy.turn.follow import follow_worktree

        state = follow_worktree(strategy, repo, store, state, status.head)
        state.unhooked_base = ""
    if event.unhooked:
        state.unhooked_base = state.unhooked_base or status.head
    transition_and_log(state, PhaseEvent.TURN_START)
    state.branch = status.branch
    state.turn_id = new_turn_id()
    state.last_checkpoint_id = ""
    state.pending_prompt_attribution = None  # of a prompt that the reference saw and no step followed
    if not state.agent_type or state.agent_type == UNKNOWN_AGENT:
        state.agent_type = agent_type
    if event.transcript_path:
        state.transcript_path = event.transcript_path
        state.transcript_sources = list(event.transcript_sources)
    state.model_name = event.model or state.model_name or store.load_model_hint(state.session_id)
    state.prompted = bool(event.prompt) and not event.synthetic
    if state.prompted:
        state.last_prompt = _shown(event.prompt)
        first = _shown(state.first_prompt)  # again: the rules may be newer
        state.first_prompt = first or state.first_prompt or state.last_prompt
    if state.base_commit != status.head:
        from entire.strategy.turn.shadow import migrate_shadow_branch

        migrate_shadow_branch(repo, store, state, status.head)
    return state


def _shown(prompt: str) -> str:
    """Redact, then truncate: a truncated secret would not be recognised.

    If redaction is unavailable, the state has no prompt, but the turn starts: its work can be stored later.
    """
    try:
        clean = prompt if is_harmless(prompt) else redact_text(prompt)
        return truncate(collapse_whitespace(clean), FIRST_PROMPT_LENGTH)
    except RedactionUnavailable as error:
        log.error("prompt not stored", component="session", error=error.message, hint=error.hint)
        return ""


def _is_new(agent_type: str, transcript_path: str) -> bool:
    """Whether a transcript has no prompt yet: some agents begin to write it with the session."""
    from entire.agent import registry
    from entire.transcript import reader

    agent = registry.by_type(agent_type)
    if agent is None or os.stat(transcript_path).st_size > _SHORT_BYTES:
        return False
    facts = reader.facts_of(transcript_path, agent)
    return facts is not None and not facts.prompts


def _new(repo: Repository, event: Event, agent_type: str, status: Status) -> State:
    now = clock.now_local()
    known = 0
    if os.path.exists(event.transcript_path) and not _is_new(agent_type, event.transcript_path):
        from entire.strategy.resume.known import condensed_position

        known = condensed_position(repo, agent_type, event.session_id, event.transcript_path)
    state = State(
        session_id=event.session_id,
        cli_version=entire.__version__,
        base_commit=status.head,
        attribution_base_commit=status.head,
        worktree_path=repo.worktree,
        worktree_id=repo.worktree_id,
        started_at=now,
        last_interaction_time=now,
        agent_type=agent_type,
        transcript_path=event.transcript_path,
        checkpoint_transcript_start=known,
        token_transcript_start=known,
    )
    note_user_files(state, status)
    return state
