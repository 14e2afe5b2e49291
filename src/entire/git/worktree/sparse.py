"""Tracked files that a sparse checkout leaves out of the work tree."""

from __future__ import annotations

import os

from entire.core import files
from entire.git.repository import Repository, open_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def read(root: str, path: str) -> bytes | None:
    """Read a tracked file from the index; None if it is not tracked, or the checkout is not sparse."""
    repo = open_repository(root)
    if not is_sparse(repo):
        return None
    return repo.run("cat-file", "blob", f":{path}", ok=(0, 128)).out or None


def is_sparse(repo: Repository) -> bool:
    """Whether the checkout is sparse, or was."""
    return os.path.lexists(os.path.join(repo.git_dir, "info", "sparse-checkout"))


def put_back(repo: Repository, paths: Iterable[str]) -> None:
    """Write those that are left out to the work tree: who edits one must not lose what is in it.

    Git takes a file that is there for one that is wanted.
    """
    for path in paths:
        data = None if os.path.lexists(repo.path(path)) else read(repo.worktree, path)
        if data is not None:
            files.make_dir(os.path.dirname(repo.path(path)), 0o755)
            files.write_atomic(repo.path(path), data, 0o666, root=repo.worktree)
