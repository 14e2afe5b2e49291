"""A turn begins: create the session's state or move it on."""

from __future__ import annotations

import os

import entire
from entire.agent import registry
from entire.agent.events import Event
from entire.checkpoint.ids import new_turn_id
from entire.checkpoint.names import shadow_ref
from entire.core import clock, log
from entire.core.paths import is_infrastructure
from entire.core.text import collapse_whitespace, truncate
from entire.git import refs
from entire.git.errors import EmptyRepository
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.redact import RedactionUnavailable, redact_text
from entire.session import places
from entire.session.phase import Event as PhaseEvent
from entire.session.state import FIRST_PROMPT_LENGTH, UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.session.transitions import transition_and_log


def initialize_session(
    repo: Repository, store: Store, state: State | None, event: Event, agent_type: str, status: Status
) -> State:
    """The state of the session whose turn begins, not saved yet. Raises EmptyRepository."""
    if not status.head:
        raise EmptyRepository
    if state is None or not state.base_commit:
        state = _new(repo, event, agent_type, status)
    if state.worktree_id != repo.worktree_id:
        from entire.strategy.turn.follow import follow_worktree

        state = follow_worktree(repo, store, state, status.head)
    transition_and_log(state, PhaseEvent.TURN_START)
    state.turn_id = new_turn_id()
    state.last_checkpoint_id = ""
    if not state.agent_type or state.agent_type == UNKNOWN_AGENT:
        state.agent_type = agent_type
    if event.transcript_path:
        state.transcript_path = event.transcript_path
    state.model_name = event.model or state.model_name or store.load_model_hint(state.session_id)
    if event.prompt and not event.synthetic:
        state.last_prompt = _shown(event.prompt)
        state.first_prompt = state.first_prompt or state.last_prompt
    migrate_shadow_branch(repo, store, state, status.head)
    return state


def _shown(prompt: str) -> str:
    """Redacted before it is cut: half a secret is not recognised any more.

    Without the engine a state has no prompt, but the turn begins: its work is stored once there is one again.
    """
    try:
        return truncate(collapse_whitespace(redact_text(prompt)), FIRST_PROMPT_LENGTH)
    except RedactionUnavailable as error:
        log.error("the prompt is not kept", component="session", error=error.message, hint=error.hint)
        return ""


def _new(repo: Repository, event: Event, agent_type: str, status: Status) -> State:
    now = clock.now_local()
    known = 0
    if os.path.exists(event.transcript_path):  # resumed: a new conversation has no transcript yet
        from entire.strategy.resume.known import condensed_position

        known = condensed_position(repo, agent_type, event.session_id, event.transcript_path)
    return State(
        session_id=event.session_id,
        cli_version=entire.__version__,
        base_commit=status.head,
        attribution_base_commit=status.head,
        worktree_path=repo.worktree,
        worktree_id=repo.worktree_id,
        started_at=now,
        last_interaction_time=now,
        untracked_files_at_start=_users_own(status, agent_type),
        agent_type=agent_type,
        transcript_path=event.transcript_path,
        checkpoint_transcript_start=known,
        token_transcript_start=known,
    )


def _users_own(status: Status, agent_type: str) -> list[str]:
    """Untracked files that a person made: neither ours nor the agent's."""
    agent = registry.by_type(agent_type)
    protected = tuple(f"{folder}/" for folder in agent.PROTECTED_DIRS) if agent is not None else ()
    return [p for p in status.untracked if not is_infrastructure(p) and not p.startswith(protected or ("/",))]


def migrate_shadow_branch(repo: Repository, store: Store, state: State, head: str) -> None:
    """HEAD moved without a commit of this session (stash, pull, apply): its branch follows.

    All sessions on the branch move together. Where the new name is taken the old one stays in use: a branch
    is never overwritten.
    """
    if state.base_commit == head:
        return
    old, new = (shadow_ref(base, state.worktree_id) for base in (state.base_commit, head))
    tips = {ref.name: ref.oid for ref in refs.listing(repo, old, new)}
    if old != new and old in tips:
        if new in tips:
            return
        refs.update(repo, refs.Update(new, None, tips[old]), refs.Update(old, tips[old], None))
        log.info(
            "shadow branch migrated", component="checkpoint", session_id=state.session_id, shadow_branch=new
        )
        _move_others(store, state, head)
    state.base_commit = head


def _move_others(store: Store, state: State, head: str) -> None:
    for other in store.live():
        here = other.session_id != state.session_id and places.visit(other, state.worktree_id)
        if here and other.base_commit == state.base_commit:
            other.base_commit = head
            store.save(other)
