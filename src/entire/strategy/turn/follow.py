"""A session's agent goes to work in another worktree."""

from __future__ import annotations

from entire.core import files, log
from entire.core.paths import TRANSCRIPT_FILE, session_metadata_dir
from entire.git.repository import Repository
from entire.git.worktree import status, worktrees
from entire.session import cursors, places
from entire.session.places import Place
from entire.session.state import State
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def follow_worktree(strategy: Strategy, repo: Repository, store: Store, state: State, head: str) -> State:
    """From here on this is the session's worktree. What waits for a commit in the old one is kept for it.

    A turn that began there may have done work that no step has: that is saved first. Returns the state, which
    is to be saved.
    """
    if state.worktree_id == repo.worktree_id:
        return state
    old = worktrees.by_id(repo, state.worktree_id)
    if old is not None and state.is_active:
        from entire.strategy.turn.work import discard_captures, save_turn_work

        state, conversation = save_turn_work(strategy, old, store, state, status.read(old))
        conversation.save()
        store.save(state)
        discard_captures(old, state.session_id)
    if old is not None:
        _bring_copy(old, repo, state.session_id)
    log.info("session moved to another worktree", session_id=state.session_id, worktree=repo.worktree)
    cursor = cursors.load(store, state.session_id)
    scope = cursor.turns[-1].position if state.is_active and cursor.turns else cursor.position
    unknown = Place(
        base_commit=head,
        attribution_base_commit=head,
        checkpoint_transcript_start=scope,
        transcript_identifier_at_start=cursor.last_id,
    )
    places.move(state, repo.worktree_id, unknown)
    state.worktree_path = repo.worktree
    return state


def _bring_copy(old: Repository, repo: Repository, session_id: str) -> None:
    """Our copy of the transcript comes along, or everything would have to be read anew."""
    folder = session_metadata_dir(session_id)
    data = files.read(old.path(folder, TRANSCRIPT_FILE))
    if data is not None:
        files.make_private_dir(repo.worktree, folder)
        files.write_atomic(repo.path(folder, TRANSCRIPT_FILE), data)
