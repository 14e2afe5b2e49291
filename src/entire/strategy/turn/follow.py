"""Move a session to another worktree when its agent does."""

from __future__ import annotations

from entire.core import files, log
from entire.core.paths import TRANSCRIPT_FILE, session_metadata_dir
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session import cursors, places
from entire.session.places import Place
from entire.session.state import State
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def follow_worktree(strategy: Strategy, repo: Repository, store: Store, state: State, head: str) -> State:
    """Make this the session's worktree. What waits for a commit in the old one stays recorded for it.

    Returns the state, which the caller saves. Only an open turn's work in the old worktree is saved here,
    with the state: its captures are deleted next, and after that nothing else would know of it (I2).
    """
    if state.worktree_id == repo.worktree_id:
        return state
    from entire.git.worktree import worktrees

    old = worktrees.by_id(repo, state.worktree_id)
    if old is not None and state.is_active:
        from entire.strategy.turn.work import discard_captures, save_turn_work

        state, conversation = save_turn_work(strategy, old, store, state, status.read(old))
        conversation.save()
        store.save(state)
        discard_captures(old, state.session_id)
    if old is not None:
        _copy_transcript(old, repo, state.session_id)
    log.info("session moved to another worktree", session_id=state.session_id, worktree=repo.worktree)
    cursor = cursors.load(store, state.session_id)
    scope = cursor.position
    if state.is_active and cursor.turns:  # the open turn, unless a commit has it
        scope = max(cursor.turns[-1].position, state.checkpoint_transcript_start)
    unknown = Place(
        base_commit=head,
        attribution_base_commit=head,
        checkpoint_transcript_start=scope,
        transcript_identifier_at_start=cursor.id_before(scope),
    )
    places.move(state, repo.worktree_id, unknown)
    state.worktree_path = repo.worktree
    store.save(state)  # a step in the new worktree must find its session after a kill
    return state


def _copy_transcript(old: Repository, repo: Repository, session_id: str) -> None:
    """Bring our copy of the transcript along, so that the transcript is not read again from the start."""
    folder = session_metadata_dir(session_id)
    data = files.read(old.path(folder, TRANSCRIPT_FILE))
    if data is not None:
        files.make_private_dir(repo.worktree, folder)
        files.write_atomic(repo.path(folder, TRANSCRIPT_FILE), data)
