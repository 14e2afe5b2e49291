"""Commits that nobody decided about: prepare-commit-msg did not finish, and post-commit did not see that.

If post-commit's script ran for the commit, hooks were on, and nobody declined a link that was not offered:
the commit is linked by a note. If it did not, only the user knows whether it should be linked: `entire
doctor` asks.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.ids import new_checkpoint_id
from entire.checkpoint.names import NOTES_REF
from entire.core import clock, log
from entire.core.paths import UNBORN
from entire.git import history, reflog
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy.commits import linking
from entire.strategy.commits.linking import Undecided

_MADE = ("commit", "commit (initial)")


def decide_undecided(repo: Repository, objects: Objects, store: Store) -> None:
    """Promise these commits a checkpoint, or let the user be asked. The lock is held."""
    head = objects.commit("HEAD")
    for one in linking.undecided_files(repo, head.oid if head is not None else ""):
        commit = _made_after(repo, objects, one)
        if commit is not None and not _is_decided(repo, store, commit):
            if one.seen_by == commit.oid and own_settings.load(repo).settings.commit_linking != "prompt":
                _promise(repo, store, commit, one)
            else:
                tell_unlinked(repo, objects, store, commit)
        linking.discard(repo, one)


def _made_after(repo: Repository, objects: Objects, file: Undecided) -> Commit | None:
    """The commit that a file is about: the one whose post-commit saw it, or the last that was made there."""
    moves = (move for move in reflog.last(repo) if move.action in _MADE)
    made = [move.oid for move in moves if (move.before or UNBORN) == file.before]
    oid = file.seen_by if file.seen_by in made else next(iter(made), "")
    return objects.commit(oid) if oid else None


def _is_decided(repo: Repository, store: Store, commit: Commit) -> bool:
    """Whether the commit has a link, will get one, or had one that the user removed."""
    if any(commit.oid in (each.commit, each.unlinked) for each in promises.everywhere(store)):
        return True
    [logged] = history.log_of(repo, [commit.oid], NOTES_REF)
    return bool(trailers.checkpoint_ids(logged.message) or trailers.unlinked_ids(logged.message))


def _promise(repo: Repository, store: Store, commit: Commit, file: Undecided) -> None:
    """What prepare-commit-msg wrote down before it was killed counts. Else, sessions say what is theirs."""
    parent = commit.parents[0] if commit.parents else ""
    known = promises.of_worktree(store, repo.worktree_id)
    prepared = [promise for promise in known if promise.is_prepared and promise.parent == parent]
    promise = Promise(
        worktree_id=repo.worktree_id,
        created_at=file.time,
        parent=parent,
        person=file.person,
        checkpoint_id=new_checkpoint_id(),
    )
    promise = prepared[-1] if prepared else promise
    promises.note_commit(store, promise, commit.oid, repo.worktree_id)
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
