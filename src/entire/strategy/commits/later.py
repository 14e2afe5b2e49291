"""Marks for the script of post-commit: do nothing, or leave the checkpoint to the background.

Prepare-commit-msg knows both, and the next one takes back what an aborted commit left. The script empties the
file that it obeys: that takes no process.

Where other users work too, the files that scripts write into are created here: a script knows neither who may
use them, nor whose they are.
"""

from __future__ import annotations

import os

from entire.core import files, sharing
from entire.core.paths import LATER_FILE, UNLINKED_FILE
from entire.git.repository import Repository
from entire.session import promises
from entire.session.store import Store

_LONG_AGO = 1  # older than any move of HEAD, of which the file says that there was nothing to do


def skip(repo: Repository) -> None:
    """Nothing of any session is in the commit."""
    _mark(repo, UNLINKED_FILE, "nothing")


def provide(repo: Repository) -> None:
    """Create the file into which a script writes that there is nothing to do."""
    path = os.path.join(repo.git_dir, UNLINKED_FILE)
    if not os.path.lexists(path):
        files.write_atomic(path, b"", durable=False, time=_LONG_AGO)


def leave(repo: Repository, store: Store, checkpoint_id: str) -> None:
    """A promise says all that the background needs to know."""
    if sharing.is_with_others():
        promises.expect_commit(store, checkpoint_id)
    _mark(repo, LATER_FILE, checkpoint_id)


def _mark(repo: Repository, name: str, text: str) -> None:
    files.write_atomic(os.path.join(repo.git_dir, name), f"{text}\n".encode(), durable=False)
