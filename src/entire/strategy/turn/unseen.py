"""Turns that no hook saw begin: the prompt's hook was killed or did not run, but the transcript shows work.

A session whose transcript grew by work is active, whatever its state says. A session that has no state yet is
noted before anything else is done for its first prompt: after a kill, or without the lock, commits know it.
"""

from __future__ import annotations

import os
import time

from entire.session.state import WORKING_SECONDS, State, written_at
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.agent.events import Event
    from entire.git.repository import Repository
    from entire.git.worktree.status import Status
    from entire.strategy.turn.conversation import Conversation

_CERTAIN_BYTES = 8 * 1024 * 1024  # no agent adds this much after a turn


def note_session(repo: Repository, store: Store, event: Event, agent_type: str) -> str:
    """Write a session's first state, without the lock; return its turn's id, or nothing if it has a state."""
    path = store.path(event.session_id)
    if os.path.lexists(path) or os.path.lexists(store.path(event.session_id, ended=True)):
        return ""
    import entire
    from entire.checkpoint.ids import new_turn_id
    from entire.core import clock, files, json_text
    from entire.git import reflog
    from entire.session.phase import Phase

    head, now = reflog.tip(repo), clock.now_local()
    if not head:
        return ""
    state = State(
        session_id=event.session_id,
        cli_version=entire.__version__,
        base_commit=head,
        attribution_base_commit=head,
        worktree_path=repo.worktree,
        worktree_id=repo.worktree_id,
        started_at=now,
        phase=Phase.ACTIVE,
        turn_id=new_turn_id(),
        last_interaction_time=now,
        agent_type=agent_type,
        transcript_path=event.transcript_path,
        transcript_sources=list(event.transcript_sources),
        noted=True,
        unhooked_base=head if event.unhooked else "",
    )
    files.make_dir(store.directory)
    files.write_atomic(path, json_text.encode(state.to_json()), durable=False)
    return state.turn_id


def _learn(repo: Repository, state: State) -> None:
    """Find out what the first prompt's hook would have written (not saved)."""
    from entire.git.worktree import status
    from entire.strategy.resume.known import condensed_position

    known = condensed_position(repo, state.agent_type, state.session_id, state.transcript_path)
    state.checkpoint_transcript_start = state.token_transcript_start = known
    note_user_files(state, status.PendingStatus(repo, ignored=True).result())
    state.noted = False


def note_user_files(state: State, status: Status) -> None:
    """Note which untracked files the user had: neither ours nor the agent's (not saved).

    Our rewind never deletes ignored files, but the reference's deletes those that are not in the list. The
    files of ignored folders are listed later (`strategy/reference/ignored_folders.py`): there can be many.
    """
    from entire.agent import registry
    from entire.core.paths import is_infrastructure

    agent = registry.by_type(state.agent_type)
    protected = tuple(f"{folder}/" for folder in agent.PROTECTED_DIRS) if agent is not None else ()
    found = [
        path
        for path in (*status.untracked, *status.ignored)
        if not is_infrastructure(path.rstrip("/")) and not path.startswith(protected or ("/",))
    ]
    state.untracked_files_at_start = [path for path in found if not path.endswith("/")]
    state.ignored_folders = [path for path in found if path.endswith("/") and path in status.ignored]


def begin_unseen(repo: Repository, store: Store, state: State, *, now: bool = False) -> bool:
    """Begin the turn that the transcript shows (not saved); return whether there is one.

    ``now``: the agent must be working now, as in a commit that could be its own.
    The last interaction stays the end of the turn before: everything that the turn did is later.
    """
    if state.noted and state.worktree_path == repo.worktree:
        from entire.transcript.cursor import number_of

        _learn(repo, state)
        state.unsaved_record = number_of(state.checkpoint_transcript_start)
        return True
    if state.is_active or not _has_unseen_turn(store, state, now):
        return False
    from entire.session import cursors
    from entire.transcript.cursor import number_of

    position = cursors.load(store, state.session_id).position
    state.unsaved_record = state.unsaved_record or number_of(position)
    _begin(state)
    return True


def begin_read(state: State, conversation: Conversation) -> None:
    """Begin a turn that was read just now (not saved): it was not there when `begin_unseen` looked."""
    if not state.is_active and conversation.has_unsaved_work():
        _begin(state)


def _begin(state: State) -> None:
    from entire.checkpoint.ids import new_turn_id
    from entire.core import log
    from entire.session.phase import PhaseEvent
    from entire.session.state import transition_and_log

    log.warn("a turn began without its hook", component="session", session_id=state.session_id)
    before = state.last_interaction_time
    transition_and_log(state, PhaseEvent.TURN_START)
    state.last_interaction_time = before
    state.turn_id = new_turn_id()
    state.last_checkpoint_id = ""


def _has_unseen_turn(store: Store, state: State, now: bool) -> bool:
    """Whether the agent worked since its transcript was last read. Costs two calls unless it grew."""
    cursor_path = store.path(state.session_id, ".cursor")
    written, known = state.transcript_time(), written_at(cursor_path)
    if not known or written <= known:
        return False
    if now and time.time() - written / 1e9 > WORKING_SECONDS:
        return False
    if _shows_work(store, state):
        return True
    try:  # clients add some records after a turn: do not read them again
        os.utime(cursor_path, ns=(known, written))
    except OSError:
        pass
    return False


def _shows_work(store: Store, state: State) -> bool:
    """Whether the unread part has a prompt with an answer, or calls that can write files."""
    from entire.agent import registry
    from entire.session import cursors
    from entire.transcript import reader

    cursor, agent = cursors.load(store, state.session_id), registry.by_type(state.agent_type)
    if agent is None or cursor.path != state.transcript_path:
        return False
    agent.prepare_transcript(state.session_id, state.transcript_path)
    try:
        size = os.stat(state.transcript_path).st_size
    except OSError:
        return False
    if cursor.read_bytes and size - cursor.read_bytes > _CERTAIN_BYTES:
        return True
    facts = reader.unread(cursor, agent)
    if facts is None:
        return False
    return bool(facts.files or facts.ran_commands or (facts.prompts and facts.model))
