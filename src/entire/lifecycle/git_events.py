"""What git reports."""

from __future__ import annotations

from entire.git.repository import Repository
from entire.lifecycle import heal
from entire.session.store import Store
from entire.strategy.manual_commit import condense


def post_commit(repo: Repository, store: Store) -> None:
    """A commit was made: condense it for the sessions whose work it contains."""
    with store.lock():
        heal.archive_finished(store)
    condense.post_commit(repo, store)
