"""Whether git is replaying commits: rebase, am, cherry-pick, revert."""

from __future__ import annotations

import os

from entire.git import refs
from entire.git.repository import Repository

_DIRECTORIES = ("rebase-merge", "rebase-apply", "sequencer")
_HEADS = ("CHERRY_PICK_HEAD", "REVERT_HEAD")


def in_progress(repo: Repository) -> bool:
    if any(os.path.exists(os.path.join(repo.git_dir, name)) for name in (*_DIRECTORIES, *_HEADS)):
        return True
    if not os.path.isdir(os.path.join(repo.common_dir, "reftable")):
        return False
    return any(refs.resolve(repo, name) for name in _HEADS)  # with reftable, these are ordinary refs


def is_revert(message: str) -> bool:
    """Whether git wrote this message for a revert. A revert without conflicts leaves no other trace."""
    return any(line.startswith("This reverts commit ") for line in message.split("\n"))
