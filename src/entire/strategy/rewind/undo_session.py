"""The conversation and the state of a session, brought back from a snapshot."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.checkpoint.temporary import steps
from entire.core import files
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import state as states
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.restore.apply import keep_copy
from entire.strategy.restore.place import may_write
from entire.strategy.rewind import state as rewind_state
from entire.strategy.rewind import transcript
from entire.strategy.rewind.snapshot import SavedTranscript, Snapshot
from entire.strategy.turn.shadow import branch_of


def state_to_bring_back(store: Store, snapshot: Snapshot) -> State | None:
    """The session's state, if it can be made what it was."""
    state = store.load(snapshot.session_id) if snapshot.session_id else None
    if state is None or rewind_state.went_on_otherwise(state, _before(snapshot, state)):
        return None
    whole = all(_is_ours(saved) and _has_backup(saved) for saved in snapshot.transcripts)
    return state if whole else None


def _before(snapshot: Snapshot, state: State) -> State:
    """The session as it was then."""
    stored = snapshot.states.get(state.session_id)
    return states.load(stored if isinstance(stored, dict) else {})


def _has_backup(saved: SavedTranscript) -> bool:
    return not saved.backup or os.path.isfile(saved.backup)


def copies(snapshot: Snapshot) -> list[SavedTranscript]:
    """The snapshot's transcripts as they are now, each kept in a copy."""
    return [_copy(saved) for saved in snapshot.transcripts if _is_ours(saved)]


def _copy(saved: SavedTranscript) -> SavedTranscript:
    live = files.read(saved.path)
    backup = keep_copy(saved.path, live) if live is not None else ""
    return SavedTranscript.from_json(saved.to_json() | {"backup": backup})


def _is_ours(saved: SavedTranscript) -> bool:
    """Whether a transcript and its copy lie where its agent keeps them (I6)."""
    agent = registry.by_type(saved.agent_type)
    return agent is not None and all(may_write(agent, path) for path in (saved.path, saved.backup) if path)


def bring_back(repo: Repository, objects: Objects, store: Store, snapshot: Snapshot, state: State) -> None:
    _restore_transcripts(snapshot)
    target = objects.commit(snapshot.shadow_tip) if snapshot.shadow_tip else None
    if target is not None:
        paths = [file.path for file in snapshot.files]
        author = identity.get_git_author_from_repo(repo)
        steps.go_back(repo, objects, branch_of(state), state.session_id, target, paths, author)
    rewind_state.bring_back(state, _before(snapshot, state))
    for saved in snapshot.transcripts:
        agent = registry.by_type(saved.agent_type)
        if saved.backup and agent is not None:
            transcript.reread(repo, store, state, agent.layout().end(files.read(saved.path) or b""))
    store.save(state)


def bring_back_logs(repo: Repository, store: Store, snapshot: Snapshot) -> None:
    """Conversations of a checkpoint were restored: each is what it was again."""
    _restore_transcripts(snapshot)
    for saved in snapshot.transcripts:
        state = store.load(saved.session_id)
        if state is not None and not rewind_state.went_on_otherwise(state, _before(snapshot, state)):
            rewind_state.bring_back(state, _before(snapshot, state))
            store.save(state)
        agent = registry.by_type(saved.agent_type)
        if agent is not None:
            transcript.follow(repo, store, agent, saved.session_id, saved.path)


def _restore_transcripts(snapshot: Snapshot) -> None:
    for saved in filter(_is_ours, snapshot.transcripts):
        if not saved.backup:
            files.remove(saved.path)
            continue
        agent = registry.by_type(saved.agent_type)
        content = files.read(saved.backup)
        if content is not None and agent is not None:
            transcript.write(agent, saved.session_id, saved.path, content)
            files.remove(saved.backup)
