"""The worktrees of a repository."""

from __future__ import annotations

from entire.git import history
from entire.git.errors import NotARepository
from entire.git.repository import Repository, open_elsewhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def every(repo: Repository) -> Iterator[Repository]:
    """Yield the repository as seen from each of its existing worktrees, this one first."""
    yield repo
    for path in history.worktree_branches(repo):
        try:
            found = open_elsewhere(path)
        except NotARepository:  # a worktree that was deleted without git, or the bare repository itself
            continue
        if found.common_dir == repo.common_dir and found.worktree != repo.worktree:
            yield found


def by_id(repo: Repository, worktree_id: str) -> Repository | None:
    """Return the repository as seen from the worktree with this id; None if it is gone."""
    return next((found for found in every(repo) if found.worktree_id == worktree_id), None)
