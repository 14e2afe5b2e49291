"""The worktrees of a repository."""

from __future__ import annotations

import os

from entire.core.errors import EntireError
from entire.git import history
from entire.git.errors import NotARepository
from entire.git.repository import Repository, open_elsewhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    T = TypeVar("T")


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


def each(places: Iterable[Repository], look: Callable[[Repository], T]) -> Iterator[T]:
    """Yield what ``look`` finds in each worktree; nothing for one that is removed meanwhile."""
    for place in places:
        try:
            yield look(place)
        except (EntireError, OSError):
            if is_there(place):
                raise


def is_there(place: Repository) -> bool:
    return os.path.isdir(place.worktree) and os.path.isdir(place.git_dir)


def by_id(repo: Repository, worktree_id: str) -> Repository | None:
    """Return the repository as seen from the worktree with this id; None if it is gone."""
    return next((found for found in every(repo) if found.worktree_id == worktree_id), None)
