"""Commits that wait, and have work of a session that their promise does not name.

Prepare-commit-msg may not get the lock, and some agents write their transcript later than their files. A
session that ends its turn before such a commit is completed says which of its files are in it: as HEAD has
them, nothing else shows that.
"""

from __future__ import annotations

from entire.git.diff import commit_changes
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits.interrupted import made_here


def claim(repo: Repository, objects: Objects, store: Store, state: State, paths: list[str]) -> None:
    """Name a session, with those of its files that they have, in the promises of commits that wait."""
    for each in made_here(repo, objects, store):
        promise = each.promise
        known = promise.files_of(state.session_id)
        new = {change.path for change in commit_changes(repo, each.commit.oid)}.intersection(paths) - {*known}
        if new and not promise.older:
            promise.sessions = promise.sessions | {state.session_id: [*known, *sorted(new)]}
            promises.write(store, promise, durable=True)
