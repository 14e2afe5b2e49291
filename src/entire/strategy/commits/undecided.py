"""Commits that nobody decided about: prepare-commit-msg did not finish, and post-commit did not see that.

If post-commit's script ran, hooks were on, and nobody declined a link that was not offered: the commit is
linked by a note. If it did not, only the user knows whether it should be linked: `entire doctor` asks.
"""

from __future__ import annotations

import itertools

from entire.checkpoint import trailers
from entire.checkpoint.ids import new_checkpoint_id
from entire.core import clock, log
from entire.core.settings import load
from entire.git import reflog
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy.commits import linking

_MOVES = 100  # of HEAD, to find the commit


def decide_left(repo: Repository, objects: Objects, store: Store) -> None:
    """Promise these commits a checkpoint, or let the user be asked. The lock is held."""
    head = objects.commit("HEAD")
    for one in linking.left(repo, head.oid if head is not None else ""):
        commit = _made_after(repo, objects, one.before)
        if commit is not None and _is_open(store, commit):
            if one.reached and load(repo.worktree).settings.commit_linking != "prompt":
                _promise(repo, store, commit)
            else:
                tell_unlinked(repo, objects, store, commit)
        linking.finish(repo, one.before)


def _made_after(repo: Repository, objects: Objects, before: str) -> Commit | None:
    """The commit that moved HEAD from another one; None if that is not known."""
    for move, earlier in itertools.pairwise(reflog.recent(repo, _MOVES)):
        if before and earlier.oid == before and move.action == "commit":
            return objects.commit(move.oid)
    return None


def _is_open(store: Store, commit: Commit) -> bool:
    if trailers.checkpoint_ids(commit.message):
        return False
    return all(commit.oid not in (each.commit, each.unlinked) for each in promises.everywhere(store))


def _promise(repo: Repository, store: Store, commit: Commit) -> None:
    promise = Promise(
        worktree_id=repo.worktree_id,
        created_at=clock.now_utc(),
        parent=commit.parents[0] if commit.parents else "",
        commit=commit.oid,
        checkpoint_id=new_checkpoint_id(),
    )
    promises.write(store, promise, durable=True)
    id = promise.checkpoint_id
    log.info("a commit is linked whose hooks were stopped", component="checkpoint", checkpoint_id=id)


def tell_unlinked(repo: Repository, objects: Objects, store: Store, commit: Commit) -> None:
    """If the commit contains work of a session, let `entire doctor` ask whether it should be linked."""
    from entire.strategy.commits.work import works_in

    works = works_in(repo, objects, store, commit)
    if works:
        promise = Promise(
            worktree_id=repo.worktree_id,
            created_at=clock.now_utc(),
            sessions={work.state.session_id: work.overlap for work in works},
            checkpoint_id=new_checkpoint_id(),
            unlinked=commit.oid,
        )
        promises.write(store, promise, durable=False)
