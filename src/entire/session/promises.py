"""A link that was promised: the trailer is in a commit's message, its checkpoint is not written yet.

Kept from prepare-commit-msg to the end of post-commit, one a worktree. One that is found later tells that the
hook in between did not get to its end (or that the commit was given up, which does no harm).
"""

from __future__ import annotations

import os

from entire.core import files
from entire.git.repository import Repository
from entire.session.store import Store


def _path(repo: Repository, store: Store) -> str:
    return os.path.join(
        store.directory, f"promised.{repo.worktree_id.encode('utf-8', 'replace').hex() or 'main'}"
    )


def make(repo: Repository, store: Store, checkpoint_id: str) -> None:
    files.write_atomic(_path(repo, store), checkpoint_id.encode())


def read(repo: Repository, store: Store) -> str:
    """The checkpoint that was promised, empty if none was."""
    return (files.read(_path(repo, store)) or b"").decode("utf-8", "replace")


def settle(repo: Repository, store: Store) -> None:
    files.remove(_path(repo, store))
