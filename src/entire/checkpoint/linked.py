"""Commits and their checkpoints: from one to the other."""

from __future__ import annotations

from collections.abc import Iterable

from entire.checkpoint import trailers
from entire.checkpoint.committed_read import find_stored, latest_prompts
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata
from entire.core import clock
from entire.core.value import Value
from entire.git import history
from entire.git.history import DefaultBranch, Logged
from entire.git.objects import Objects
from entire.git.repository import Repository

MARK = f"{trailers.CHECKPOINT}: "
# Every branch, and HEAD, but not our own: those hold no commits of the user's.
_EVERYWHERE = (
    "--exclude=refs/heads/entire/*",
    "--exclude=refs/remotes/*/entire/*",
    "--exclude=refs/entire/*",
    "--exclude=refs/notes/*",
    "--all",
)


class Overview(Value):
    """A checkpoint in a list."""

    checkpoint_id: str
    summary: CheckpointSummary
    sessions: list[CommittedMetadata]  # those that can be read; the latest is the last
    prompts: str  # `prompt.txt` of the latest session that has one

    @property
    def created_at(self) -> str:
        return self.sessions[-1].created_at if self.sessions else ""


def by_checkpoint(commits: Iterable[Logged]) -> dict[str, list[Logged]]:
    """The commits of each checkpoint, in the order in which the commits come."""
    found: dict[str, list[Logged]] = {}
    for commit in commits:
        for checkpoint_id in trailers.checkpoint_ids(commit.message):
            found.setdefault(checkpoint_id, []).append(commit)
    return found


def commits_of_branch(
    repo: Repository, branch: str, default: DefaultBranch | None, limit: int
) -> list[Logged]:
    """Linked commits that concern HEAD, newest first.

    On a branch its own; on the default branch, without one, and where HEAD is on no branch at all,
    everything that leads to HEAD.
    """
    if branch and default is not None and branch != default.name:
        own = [commit for commit in history.log_of_branch(repo, default.ref) if MARK in commit.message]
        return own[:limit] if limit else own
    return history.log(repo, "HEAD", containing=MARK, limit=limit)


def commits_of_checkpoint(repo: Repository, checkpoint_id: str) -> list[Logged]:
    """The commits that carry a checkpoint, on whatever branch."""
    found = history.log(repo, *_EVERYWHERE, containing=MARK + checkpoint_id)
    return by_checkpoint(found).get(checkpoint_id, [])


def checkpoints_of_commit(repo: Repository, commit: str) -> list[str]:
    """The checkpoints that a commit is linked to, by its message or by a note."""
    return [id for found in history.log_of(repo, [commit]) for id in trailers.checkpoint_ids(found.message)]


def commits_of_checkpoints(repo: Repository) -> dict[str, list[Logged]]:
    """The commits of every checkpoint, on whatever branch, newest first."""
    return by_checkpoint(history.log(repo, *_EVERYWHERE, containing=MARK))


def linked_anywhere(repo: Repository) -> list[Logged]:
    """Linked commits of every branch, and those that were on one: rewritten since, but not forgotten yet."""
    return history.log(repo, *_EVERYWHERE, "--reflog", containing=MARK)


def linked_between(repo: Repository, old: str, new: str) -> list[Logged]:
    """Linked commits that one commit has and another has not, newest first."""
    return history.log(repo, f"{old}..{new}", containing=MARK)


def commits_anywhere(repo: Repository, limit: int) -> list[Logged]:
    """The newest commits of every branch, linked or not; no merges."""
    return history.log(repo, *_EVERYWHERE, "--no-merges", limit=limit)


def overview(objects: Objects, checkpoint_id: str) -> Overview | None:
    """What a list shows of a checkpoint, None if it is not here."""
    found = find_stored(objects, checkpoint_id)
    if found is None:
        return None
    stored = found[1]
    sessions = [slot for slot in stored.slots if slot is not None]
    if not stored.slots:  # before there were slots, the root described the only session
        sessions = [CommittedMetadata.from_json(stored.summary.to_json())]
    return Overview(checkpoint_id, stored.summary, sessions, latest_prompts(objects, stored))


def latest(overviews: Iterable[Overview]) -> Overview | None:
    """Of several checkpoints of one commit the one that was written last."""
    return max(overviews, key=lambda one: clock.timestamp(one.created_at) or 0.0, default=None)
