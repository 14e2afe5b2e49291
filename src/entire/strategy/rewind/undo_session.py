"""Restore the conversation and the state of a session from a snapshot."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.checkpoint.temporary import steps
from entire.core import files
from entire.core.paths import valid_session_id
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import state as states
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.restore.apply import keep_copy
from entire.strategy.restore.place import is_own_file, may_cut, may_write
from entire.strategy.rewind import state as rewind_state
from entire.strategy.rewind import transcript
from entire.strategy.rewind.snapshot import SavedTranscript, Snapshot
from entire.strategy.turn.shadow import branch_of


def restorable_state(store: Store, snapshot: Snapshot) -> State | None:
    """The session's present state, if it can be restored from the snapshot."""
    state = store.load(snapshot.session_id) if snapshot.session_id else None
    if state is None or rewind_state.has_moved_on(state, _before(snapshot, state)):
        return None
    complete = all(_is_safe(store, saved) and _has_backup(saved) for saved in snapshot.transcripts)
    return state if complete else None


def _before(snapshot: Snapshot, state: State) -> State:
    """The session's state in the snapshot."""
    stored = snapshot.states.get(state.session_id)
    return states.load(stored if isinstance(stored, dict) else {})


def _has_backup(saved: SavedTranscript) -> bool:
    return not saved.backup or os.path.isfile(saved.backup)


def copy_transcripts(store: Store, snapshot: Snapshot) -> list[SavedTranscript]:
    """Copy the snapshot's transcripts as they are now."""
    return [_copy(saved) for saved in snapshot.transcripts if _is_safe(store, saved)]


def _copy(saved: SavedTranscript) -> SavedTranscript:
    live = files.read(saved.path)
    backup = keep_copy(saved.path, live) if live is not None else ""
    return SavedTranscript.from_json(saved.to_json() | {"backup": backup})


def _is_safe(store: Store, saved: SavedTranscript) -> bool:
    """Whether a transcript and its copy are in the agent's directory, or where the hooks read it (I6)."""
    agent = registry.by_type(saved.agent_type)
    if agent is None:
        return False
    if all(may_write(agent, path) for path in (saved.path, saved.backup) if path):
        return True
    state = store.load(saved.session_id) if valid_session_id(saved.session_id) else None
    beside = saved.backup.startswith(f"{saved.path}.") and os.sep not in saved.backup[len(saved.path) :]
    return state is not None and may_cut(store, state, saved.path) and beside and is_own_file(saved.backup)


def restore_session(
    repo: Repository, objects: Objects, store: Store, snapshot: Snapshot, state: State
) -> None:
    """Undo a rewind to a step: restore the conversation, the shadow branch and the state, and save it."""
    _restore_transcripts(store, snapshot)
    target = objects.commit(snapshot.shadow_tip) if snapshot.shadow_tip else None
    if target is not None:
        paths = [file.path for file in snapshot.files]
        author = identity.get_git_author_from_repo(repo)
        steps.go_back(repo, objects, branch_of(state), state.session_id, target, paths, author)
    rewind_state.restore(state, _before(snapshot, state))
    for saved in snapshot.transcripts:
        agent = registry.by_type(saved.agent_type)
        if saved.backup and agent is not None:
            transcript.reread(repo, store, state, agent.layout().end(files.read(saved.path) or b""))
    store.save(state)


def restore_conversations(repo: Repository, store: Store, snapshot: Snapshot) -> None:
    """Undo a rewind to a linked commit: restore each conversation and its session's state, and save it."""
    _restore_transcripts(store, snapshot)
    for saved in snapshot.transcripts:
        state, agent = store.load(saved.session_id), registry.by_type(saved.agent_type)
        if state is None:
            continue
        before = _before(snapshot, state)
        restored = not rewind_state.has_moved_on(state, before)
        if restored:
            rewind_state.restore(state, before)
        if agent is not None and transcript.update_state(repo, store, agent, state, saved.path):
            restored = True
        if restored:
            store.save(state)


def _safe(store: Store, snapshot: Snapshot) -> list[SavedTranscript]:
    return [saved for saved in snapshot.transcripts if _is_safe(store, saved)]


def _restore_transcripts(store: Store, snapshot: Snapshot) -> None:
    for saved in _safe(store, snapshot):
        if not saved.backup:
            files.remove(saved.path)
            continue
        agent = registry.by_type(saved.agent_type)
        content = files.read(saved.backup)
        if content is not None and agent is not None:
            transcript.write(agent, saved.session_id, saved.path, content)


def remove_backups(store: Store, snapshot: Snapshot) -> None:
    """Remove the copies of the transcripts, once everything is restored: until then, it can be repeated."""
    for saved in _safe(store, snapshot):
        if saved.backup:
            files.remove(saved.backup)
