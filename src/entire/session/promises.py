"""Promised links: the trailer is in the commit message, but the checkpoint is not written yet.

A promise is kept from prepare-commit-msg to the end of post-commit, one per worktree. If one is found later,
post-commit was interrupted (or the commit was aborted, which does no harm).
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
    """Return the promised checkpoint; empty if there is none."""
    return (files.read(_path(repo, store)) or b"").decode("utf-8", "replace")


def settle(repo: Repository, store: Store) -> None:
    files.remove(_path(repo, store))
