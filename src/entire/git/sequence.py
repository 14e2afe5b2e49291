"""Whether git is replaying commits: rebase, am, cherry-pick, revert."""

from __future__ import annotations

import os

from entire.core import files
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


def being_squashed(repo: Repository) -> str:
    """Return the commit that a rebase has just squashed into the one before it; empty if none.

    For git, that is an amended commit; only at the end does it say what the commit was made from.
    """
    done = files.read(os.path.join(repo.git_dir, "rebase-merge", "done")) or b""
    lines = done.decode("utf-8", "replace").split("\n")
    words = next((line.split() for line in reversed(lines) if line.strip()), [])
    named = [word for word in words[1:] if not word.startswith("-")]
    return named[0] if named and words[0] in ("squash", "fixup", "s", "f") else ""


def is_revert(message: str) -> bool:
    """Whether git wrote this message for a revert. A revert without conflicts leaves no other trace."""
    return any(line.startswith("This reverts commit ") for line in message.split("\n"))
