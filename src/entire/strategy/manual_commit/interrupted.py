"""Find a commit whose hook was killed. Every prompt and every commit asks, so this must be cheap."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.core.value import Value
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.store import Store

_MOVES = 25  # entries of HEAD's reflog to search


class Interrupted(Value):
    commit: Commit
    checkpoint_id: str


def find_interrupted(repo: Repository, objects: Objects, store: Store) -> Interrupted | None:
    """The commit that was promised a checkpoint and may not have it; usually None."""
    promised = store.promised(repo.worktree_id)
    if not promised:
        return None
    from entire.git import reflog

    for move in reflog.moves(repo, _MOVES):
        commit = objects.commit(move.oid) if move.action.startswith("commit") else None
        if commit is not None and promised in trailers.checkpoint_ids(commit.message):
            return Interrupted(commit, promised)
    store.settle_promise(repo.worktree_id)  # the commit was aborted
    return None
