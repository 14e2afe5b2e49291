"""A session claims its files in commits that wait, whose promises do not name it.

Prepare-commit-msg may not get the lock, and some agents write their transcript later than their files. A
session that ends its turn before such a commit is completed says which of its files are in it: as HEAD has
them, nothing else shows that. Before a session releases files that were committed, and before a later commit
takes its work, it claims those that are known already.
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
from entire.strategy.commits.interrupted import Interrupted, made_here
from entire.strategy.commits.work import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def claim(
    repo: Repository, objects: Objects, store: Store, state: State, paths: list[str], since: str
) -> None:
    """Note which of these files the commits that wait contain, unless a later commit changed them again.

    ``since``: when the turn that wrote them began; empty if that is not known.
    """
    for each in made_here(repo, objects, promises.waiting(store, repo.worktree_id)):
        if is_possible(each.promise, since):
            changed = {change.path for change in commit_changes(repo, each.commit.oid)}
            _note(objects, store, each, state.session_id, changed.intersection(paths))


def claim_waiting(
    repo: Repository, objects: Objects, store: Store, states: list[State], but: str = ""
) -> None:
    """Note what the commits that wait have of these sessions, as if they were completed now.

    ``but``: a checkpoint to leave alone.
    """
    waiting = promises.waiting(store, repo.worktree_id)
    pending = [promise for promise in waiting if promise.checkpoint_id != but and not promise.older]
    for each in made_here(repo, objects, pending):
        theirs = [state for state in states if _may_lack(objects, each, state)]
        changes = {change.path: change for change in commit_changes(repo, each.commit.oid)} if theirs else {}
        for state in theirs:
            known = each.promise.files_of(state.session_id)
            work = gather(repo, objects, store, state, changes, known, at_terminal=True)
            _note(objects, store, each, state.session_id, work.overlap)


def _may_lack(objects: Objects, found: Interrupted, state: State) -> bool:
    """Whether a commit changed a file that waits, and its promise does not say so. Starts no git process."""
    parents, known = found.commit.parents, found.promise.files_of(state.session_id)
    parent = objects.commit(parents[0]) if parents else None
    return any(
        parent is None or objects.entry(parent.tree, path) != objects.entry(found.commit.tree, path)
        for path in state.files_touched
        if path not in known
    )


def is_possible(promise: Promise, since: str) -> bool:
    """Pure: whether a commit can have what a session did in a turn that began then."""
    if promise.older:
        return False
    made, begun = clock.timestamp(promise.created_at), clock.timestamp(since)
    return made is None or begun is None or begun <= made


def _note(objects: Objects, store: Store, found: Interrupted, session_id: str, paths: Iterable[str]) -> None:
    promise, known = found.promise, found.promise.files_of(session_id)
    possible = (path for path in paths if path not in known and promise.may_contain(session_id, path))
    new = sorted(path for path in possible if _is_last(objects, found.commit, path))
    if new:
        promise.claims = promise.claims | {session_id: [*known, *new]}
        promises.update(store, promise, durable=True)


def _is_last(objects: Objects, commit: Commit, path: str) -> bool:
    """Whether HEAD has the commit's version of a file."""
    head = objects.commit("HEAD")
    return head is not None and objects.entry(head.tree, path) == objects.entry(commit.tree, path)
