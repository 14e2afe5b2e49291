"""Find the checkpoints of commits, and the commits of checkpoints."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.names import NOTES_REF
from entire.git import history
from entire.git.history import LoggedCommit
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MARK = f"{trailers.CHECKPOINT}: "
# Every branch, and HEAD, except ours, which have no commits of the user.
EVERYWHERE = (
    "--exclude=refs/heads/entire/*",
    "--exclude=refs/remotes/*/entire/*",
    "--exclude=refs/entire/*",
    "--exclude=refs/notes/*",
    "--all",
)


def by_checkpoint(commits: Iterable[LoggedCommit]) -> dict[str, list[LoggedCommit]]:
    """Group commits by checkpoint, keeping their order."""
    found: dict[str, list[LoggedCommit]] = {}
    for commit in commits:
        for checkpoint_id in trailers.checkpoint_ids(commit.message):
            found.setdefault(checkpoint_id, []).append(commit)
    return found


def commits_of_checkpoint(repo: Repository, checkpoint_id: str) -> list[LoggedCommit]:
    """Return the commits that are linked to a checkpoint, on any branch."""
    found = history.log(repo, *EVERYWHERE, containing=MARK + checkpoint_id, notes=NOTES_REF)
    return by_checkpoint(found).get(checkpoint_id, [])


def checkpoints_of_commit(repo: Repository, commit: str) -> list[str]:
    """Return the checkpoints that a commit is linked to, by its message or by a note."""
    return [
        id
        for found in history.log_of(repo, [commit], NOTES_REF)
        for id in trailers.checkpoint_ids(found.message)
    ]


def commits_of_checkpoints(repo: Repository) -> dict[str, list[LoggedCommit]]:
    """Return the commits of every checkpoint, on any branch, newest first."""
    return by_checkpoint(history.log(repo, *EVERYWHERE, containing=MARK, notes=NOTES_REF))


def linked_anywhere(repo: Repository) -> list[LoggedCommit]:
    """Return the linked commits of every branch, and those that only the reflog still has."""
    return history.log(repo, *EVERYWHERE, "--reflog", containing=MARK, notes=NOTES_REF)


def linked_between(repo: Repository, old: str, new: str) -> list[LoggedCommit]:
    """Return the linked commits reachable from ``new``, but not from ``old``, newest first."""
    return history.log(repo, f"{old}..{new}", containing=MARK, notes=NOTES_REF)


def commits_anywhere(repo: Repository, limit: int) -> list[LoggedCommit]:
    """Return the newest commits of all branches, linked or not, without merges."""
    return history.log(repo, *EVERYWHERE, "--no-merges", limit=limit, notes=NOTES_REF)
