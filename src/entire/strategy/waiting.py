"""Find the commits that wait for their checkpoint, without searching the whole history."""

from __future__ import annotations

import os

from entire.checkpoint import trailers
from entire.core import clock, files
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.promises import Promise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOCK_SECONDS = 2.0  # how much the clocks of files and processes may differ

completed: list[str] = []  # the checkpoints that this process wrote for such commits


def find_made(
    repo: Repository, objects: Objects, pending: list[Promise], *, thorough: bool = False
) -> dict[str, Commit]:
    """The commits of these promises that were made in this worktree, by checkpoint id.

    ``thorough``: also those after which HEAD has moved many times.
    """
    found = {
        promise.checkpoint_id: commit
        for promise in pending
        if promise.commit and (commit := objects.commit(promise.commit)) is not None
    }
    for promise in pending:
        commit = objects.commit(promise.made) if promise.made else None
        if commit is not None and (
            promise.checkpoint_id in trailers.checkpoint_ids(commit.message)
            or is_left_out(repo, promise, commit.message)
        ):
            found.setdefault(promise.checkpoint_id, commit)
    searched = [p for p in pending if p.checkpoint_id not in found or p.is_being_amended]
    moved = [promise for promise in searched if _head_moved(repo, promise)]
    newer: dict[str, Commit] = {}
    for commit, amended in _commits(repo, objects, thorough) if moved else ():
        ids = trailers.checkpoint_ids(commit.message)
        moved = [promise for promise in moved if promise.amends != commit.oid]  # older ones do not replace it
        for promise in moved:
            decided = promise.sessions and not promise.is_being_amended
            copied = promise.amends and not decided and not amended  # by `git commit -C`
            if promise.checkpoint_id in ids and not copied:
                newer.setdefault(promise.checkpoint_id, commit)
    return found | newer


def is_left_out(repo: Repository, promise: Promise, message: str) -> bool:
    """Whether a commit's message lacks the trailer though nobody deleted it.

    The message was empty; or git cut the trailer off, which the message as it was written still has.
    """
    if promise.emptied:
        return not message.strip()
    text = files.read_or_empty(os.path.join(repo.git_dir, "COMMIT_EDITMSG")).decode("utf-8", "replace")
    return promise.checkpoint_id in trailers.checkpoint_ids(text)


def _commits(repo: Repository, objects: Objects, thorough: bool) -> Iterator[tuple[Commit, bool]]:
    """HEAD, then the commits that were made here, newest first, and whether each amended another."""
    from entire.git import reflog

    head = objects.commit("HEAD")
    moves = reflog.moves(repo) if thorough else reflog.last(repo)
    if head is not None and not moves:  # the repository keeps no reflog
        yield head, True
    for move in moves:
        commit = objects.commit(move.oid) if move.action.startswith("commit") else None
        if commit is not None:
            yield commit, move.action == reflog.AMEND


def _head_moved(repo: Repository, promise: Promise) -> bool:
    """Whether HEAD can have moved since the promise; True if unknown."""
    try:
        seconds = os.stat(os.path.join(repo.git_dir, "logs", "HEAD")).st_mtime
    except OSError:
        return True
    made = clock.timestamp(promise.created_at)
    return made is None or seconds > made - _CLOCK_SECONDS
