"""Link a commit to a session that the user names: to a new checkpoint of it, or to the one that it has."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import find_stored, stored_sessions
from entire.checkpoint.ids import new_checkpoint_id
from entire.checkpoint.index.overviews import SessionPart
from entire.checkpoint.overview import seconds
from entire.core import clock
from entire.core.errors import EntireError
from entire.core.paths import to_relative
from entire.git import diff, sequence
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import cursors, promises
from entire.session.promises import Promise
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.protocol import Strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def is_stored(store: Store, state: State) -> bool:
    """Whether checkpoints have everything that the session did and said, as far as it was read.

    A turn that no hook saw begin can be in a checkpoint of the turn before, but its prompt is not.
    """
    cursor = cursors.load(store, state.session_id)
    asked = any(turn.position >= state.checkpoint_transcript_start for turn in cursor.turns)
    return not state.has_work and not asked and cursor.position <= state.token_transcript_start


def nearest(parts: list[SessionPart], commit: Commit) -> str:
    """Pure: the session's checkpoint at the time of a commit: the last one before, or else the first one."""
    before = [one for one in parts if seconds(one.part.created_at) <= commit.time + 1]
    chosen = (before or parts)[-1 if before else 0] if parts else None
    return chosen.checkpoint_id if chosen is not None else ""


def linked_part(repo: Repository, objects: Objects, session_id: str, commit: Commit) -> str:
    """The session's last checkpoint among those that a commit is linked to; empty if it is linked to none.

    The nearest one by time can be another: a checkpoint that `entire link` writes is newer than its commit.
    """
    from entire.checkpoint.linked import checkpoints_of_commit

    found = checkpoints_of_commit(repo, commit.oid)
    own = (id for id in reversed(found) if session_id in stored_sessions(objects, id))
    return next(own, "")


def condense(strategy: Strategy, repo: Repository, store: Store, state: State, commit: Commit) -> str:
    """Write a checkpoint of the session for a commit, and link it by a note. Returns its id.

    Empty if checkpoints have everything: commits that wait for theirs come first. The commit gets a promise,
    like one whose hooks were killed. If a hook has no time left, that is all: the background completes it. If
    the checkpoint cannot be written, the promise stays: its id may be in the note already.
    """
    with store.lock():
        return condense_locked(strategy, repo, store, state, commit)


def condense_locked(strategy: Strategy, repo: Repository, store: Store, state: State, commit: Commit) -> str:
    """The same if the caller holds the lock."""
    if sequence.in_progress(repo):
        raise EntireError("a rebase, merge or cherry-pick is in progress", "finish it first")
    if strategy.heal(repo, store):
        raise EntireError("earlier commits wait for their checkpoint", "try again in a moment")
    state = store.load(state.session_id) or state
    _check_not_waiting(repo, store, state, commit)
    if is_stored(store, state):
        return ""
    _check_worktree(repo, state)
    promise = Promise(
        worktree_id=repo.worktree_id,
        created_at=clock.now_utc(),
        sessions={state.session_id: _files_in(repo, store, state, commit)},
        checkpoint_id=new_checkpoint_id(),
        commit=commit.oid,
    )
    promises.write(store, promise, durable=True)
    postponed = strategy.heal(repo, store)
    with Objects(repo) as objects:
        if postponed or find_stored(objects, promise.checkpoint_id) is not None:
            return promise.checkpoint_id
    _check_not_waiting(repo, store, state, commit)
    raise EntireError(
        f"no checkpoint was written for commit {commit.oid[:7]}", "`.entire/logs/entire.log` says why"
    )


def _check_not_waiting(repo: Repository, store: Store, state: State, commit: Commit) -> None:
    """Raise EntireError if a commit waits for the session's checkpoint, which could not be written now."""
    for promise in promises.waiting(store, repo.worktree_id):
        if promise.commit == commit.oid and state.session_id in promise.known_sessions:
            raise EntireError(
                f"the checkpoint of commit {commit.oid[:7]} cannot be written now",
                f"the next prompt or commit tries again, unless you run `entire unlink {commit.oid[:7]}`; "
                "`.entire/logs/entire.log` says why",
            )


def forget(store: Store, commit: Commit, checkpoint_ids: Collection[str]) -> None:
    """Links were removed from a commit: no checkpoint that waits to be written links it again.

    The lock is held.
    """
    named = trailers.checkpoint_ids(commit.message)  # such a checkpoint needs no note
    for promise in promises.everywhere(store) if store.has_promises() else ():
        id = promise.checkpoint_id
        if promise.commit == commit.oid and id in checkpoint_ids and id not in named:
            promises.settle(store, promise)


def _check_worktree(repo: Repository, state: State) -> None:
    if state.worktree_id != repo.worktree_id:
        there = f": {state.worktree_path}" if state.worktree_path else ""
        raise EntireError(
            f"session {state.session_id} works in another worktree", f"run the command there{there}"
        )


def written(repo: Repository, store: Store, state: State) -> set[str]:
    """The files that a session wrote and that no checkpoint has, also if a commit has them."""
    turns = cursors.load(store, state.session_id).turns
    names = (
        name for turn in turns if turn.position >= state.checkpoint_transcript_start for name in turn.files
    )
    return {*state.files_touched, *filter(None, (to_relative(name, repo.worktree) for name in names))}


def _files_in(repo: Repository, store: Store, state: State, commit: Commit) -> list[str]:
    """The session's files in a commit. Without any, all of them: the user says that they are."""
    changed = [change.path for change in diff.commit_changes(repo, commit.oid)]
    ours = written(repo, store, state)
    return [path for path in changed if path in ours] or changed
