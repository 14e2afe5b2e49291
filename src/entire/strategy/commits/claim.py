"""A session claims its files in commits that wait, whose promises do not name it.

Prepare-commit-msg may not get the lock, and some agents write their transcript later than their files. A
session that ends its turn before such a commit is completed says which of its files are in it: as HEAD has
them, nothing else shows that.
"""

from __future__ import annotations

from entire.core import clock
from entire.git.diff import commit_changes
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits.interrupted import made_here


def claim(
    repo: Repository, objects: Objects, store: Store, state: State, paths: list[str], since: str
) -> None:
    """Note which of these files the commits that wait contain, unless a later commit changed them again.

    ``since``: when the turn that wrote them began; empty if that is not known.
    """
    for each in made_here(repo, objects, promises.waiting(store, repo.worktree_id)):
        if not is_possible(each.promise, state.session_id, since):
            continue
        known = each.promise.files_of(state.session_id)
        changed = {change.path for change in commit_changes(repo, each.commit.oid)}
        new = sorted(changed.intersection(paths) - {*known})
        new = [path for path in new if _is_last(objects, each.commit, path)]
        if new:
            each.promise.claims = each.promise.claims | {state.session_id: [*known, *new]}
            promises.write(store, each.promise, durable=True)


def is_possible(promise: Promise, session_id: str, since: str) -> bool:
    """Pure: whether a commit can have what a session did in a turn that began then."""
    if promise.older or session_id in promise.ends:
        return False
    made, begun = clock.timestamp(promise.created_at), clock.timestamp(since)
    return made is None or begun is None or begun <= made


def _is_last(objects: Objects, commit: Commit, path: str) -> bool:
    """Whether HEAD has the commit's version of a file."""
    head = objects.commit("HEAD")
    return head is not None and objects.entry(head.tree, path) == objects.entry(commit.tree, path)
