"""Commits and their checkpoints: from one to the other."""

from __future__ import annotations

from collections.abc import Iterable

from entire.checkpoint import trailers
from entire.git import history
from entire.git.history import Logged
from entire.git.repository import Repository

MARK = f"{trailers.CHECKPOINT}: "
# Every branch, and HEAD, but not our own: those hold no commits of the user's.
EVERYWHERE = (
    "--exclude=refs/heads/entire/*",
    "--exclude=refs/remotes/*/entire/*",
    "--exclude=refs/entire/*",
    "--exclude=refs/notes/*",
    "--all",
)


def by_checkpoint(commits: Iterable[Logged]) -> dict[str, list[Logged]]:
    """The commits of each checkpoint, in the order in which the commits come."""
    found: dict[str, list[Logged]] = {}
    for commit in commits:
        for checkpoint_id in trailers.checkpoint_ids(commit.message):
            found.setdefault(checkpoint_id, []).append(commit)
    return found


def commits_of_checkpoint(repo: Repository, checkpoint_id: str) -> list[Logged]:
    """The commits that carry a checkpoint, on whatever branch."""
    found = history.log(repo, *EVERYWHERE, containing=MARK + checkpoint_id)
    return by_checkpoint(found).get(checkpoint_id, [])


def checkpoints_of_commit(repo: Repository, commit: str) -> list[str]:
    """The checkpoints that a commit is linked to, by its message or by a note."""
    return [id for found in history.log_of(repo, [commit]) for id in trailers.checkpoint_ids(found.message)]


def commits_of_checkpoints(repo: Repository) -> dict[str, list[Logged]]:
    """The commits of every checkpoint, on whatever branch, newest first."""
    return by_checkpoint(history.log(repo, *EVERYWHERE, containing=MARK))


def linked_anywhere(repo: Repository) -> list[Logged]:
    """Linked commits of every branch, and those that were on one: rewritten since, but not forgotten yet."""
    return history.log(repo, *EVERYWHERE, "--reflog", containing=MARK)


def linked_between(repo: Repository, old: str, new: str) -> list[Logged]:
    """Linked commits that one commit has and another has not, newest first."""
    return history.log(repo, f"{old}..{new}", containing=MARK)


def commits_anywhere(repo: Repository, limit: int) -> list[Logged]:
    """The newest commits of every branch, linked or not; no merges."""
    return history.log(repo, *EVERYWHERE, "--no-merges", limit=limit)
