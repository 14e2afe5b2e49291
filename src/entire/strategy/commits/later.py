"""Marks for the script of post-commit: do nothing, or leave the checkpoint to the background.

Prepare-commit-msg knows both, and the next one takes back what an aborted commit left. The script empties the
file that it obeys: that takes no process.
"""

from __future__ import annotations

import os

from entire.core import files
from entire.core.paths import LATER_FILE, UNLINKED_FILE
from entire.git.repository import Repository


def skip(repo: Repository) -> None:
    """Nothing of any session is in the commit."""
    _mark(repo, UNLINKED_FILE, "nothing")


def leave(repo: Repository, checkpoint_id: str) -> None:
    """A promise says all that the background needs to know."""
    _mark(repo, LATER_FILE, checkpoint_id)


def _mark(repo: Repository, name: str, text: str) -> None:
    files.write_atomic(os.path.join(repo.git_dir, name), f"{text}\n".encode(), durable=False)
