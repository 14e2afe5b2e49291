"""Other sessions in the same worktree."""

from __future__ import annotations

from entire.git.repository import Repository
from entire.session.store import Store


def count_other_active_sessions_with_checkpoints(
    repo: Repository, store: Store, session_id: str, head: str
) -> int:
    """Count other sessions of this worktree with steps on the same commit: the next commit links them too."""
    return sum(
        state.session_id != session_id
        and state.worktree_id == repo.worktree_id
        and state.base_commit == head
        and state.checkpoint_count > 0
        for state in store.live()
    )
