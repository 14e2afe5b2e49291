"""Find commits whose checkpoint was not written, or that were not linked, because a hook was killed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from entire.checkpoint import linked, trailers
from entire.checkpoint.committed.listing import list_checkpoint_ids
from entire.checkpoint.committed.read import find_stored
from entire.core import clock
from entire.core.errors import EntireError
from entire.core.text import short_session_id
from entire.core.value import Value
from entire.doctor.finding import Finding, Repair
from entire.git import reflog
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy.links import unlinked
from entire.strategy.links.unlinked import Unlinked
from entire.strategy.protocol import Strategy

KIND = "interrupted_commit"
UNLINKED = "unlinked_commit"
UNLINKED_WORK = "unlinked_work"
_MOVES = 500  # of each worktree's HEAD


class Waiting(Value):
    """A commit, and the promise that it waits for: as it is, or as it should be."""

    promise: Promise
    commit: str
    subject: str


def examine(repo: Repository, objects: Objects, store: Store, waiting: list[Waiting]) -> list[Finding]:
    """Check the commits of all worktrees."""
    found = [_finding(each, promises.is_gone(store, each.promise.worktree_id)) for each in waiting]
    for promise in promises.everywhere(store):
        commit = objects.commit(promise.unlinked) if promise.unlinked else None
        if commit is not None and not linked.checkpoints_of_commit(repo, commit.oid):
            found.append(_unlinked(commit, promise))
    return found


def examine_unlinked(repo: Repository, store: Store) -> list[Finding]:
    """Find commits of this worktree with files of a session, but without a link."""
    known = {promise.unlinked for promise in promises.everywhere(store)}
    return [_unlinked_work(one) for one in unlinked.find(repo, store) if one.commit not in known]


def waiting_commits(strategy: Strategy, repo: Repository, objects: Objects, store: Store) -> list[Waiting]:
    """Return the commits that can get the checkpoint which they name, oldest first."""
    known = {promise.checkpoint_id for promise in promises.everywhere(store) if not promise.unlinked}
    lost = _without_promise(strategy, repo, objects, store, known)
    return [*promised_commits(repo, objects, store), *lost]


def promised_commits(repo: Repository, objects: Objects, store: Store) -> list[Waiting]:
    """Return those that a promise knows: all of them, unless a file was lost. Costs nothing without any."""
    found = []
    for promise in promises.everywhere(store):
        waits = not promise.unlinked and not find_stored(objects, promise.checkpoint_id)
        commit = _commit_of(repo, objects, promise) if waits else None
        if commit is not None:
            found.append(Waiting(promise, commit.oid, commit.subject))
    return found


def _commit_of(repo: Repository, objects: Objects, promise: Promise) -> Commit | None:
    """The commit of a promise, on any branch; None if it was not made."""
    named = linked.commits_of_checkpoint(repo, promise.checkpoint_id)
    return objects.commit(named[0].oid if named else promise.commit) if named or promise.commit else None


def _without_promise(
    strategy: Strategy, repo: Repository, objects: Objects, store: Store, known: Collection[str]
) -> Iterator[Waiting]:
    """Commits made here whose promise is lost, but not the work of the session."""
    if not store.live():
        return
    have = {*list_checkpoint_ids(objects), *known}
    found = worktrees.each(
        worktrees.every(repo), lambda place: list(_without_promise_in(place, strategy, objects, store, have))
    )
    for there in found:
        yield from there


def _without_promise_in(
    place: Repository, strategy: Strategy, objects: Objects, store: Store, have: set[str]
) -> Iterator[Waiting]:
    for commit in reversed(_made_here(place, objects)):
        ids = [id for id in trailers.checkpoint_ids(commit.message)[-1:] if id not in have]
        if ids and strategy.sessions_in(place, objects, store, commit):
            have.update(ids)
            made = clock.rfc3339(commit.time)
            promise = Promise(worktree_id=place.worktree_id, created_at=made, checkpoint_id=ids[0])
            yield Waiting(promise, commit.oid, commit.subject)


def _made_here(place: Repository, objects: Objects) -> list[Commit]:
    """The commits that a worktree's reflog knows, newest first."""
    oids = [move.oid for move in reflog.moves(place, _MOVES) if move.action.startswith("commit")]
    commits = (objects.commit(oid) for oid in dict.fromkeys(oids))
    return [commit for commit in commits if commit is not None]


def complete(strategy: Strategy, repo: Repository, store: Store, finding: Finding) -> str:
    """Write the checkpoint of a commit, in its own worktree if that exists."""
    with Objects(repo) as objects:
        found = waiting_commits(strategy, repo, objects, store)
        waiting = next((each for each in found if [each.promise.checkpoint_id] == finding.names), None)
        if waiting is None and find_stored(objects, finding.names[0]):
            return f"checkpoint {finding.names[0]} written"  # with another one
    if waiting is None:
        raise EntireError(f"no session has the work of commit {finding.ref[:7]}")
    return _heal(strategy, repo, store, waiting.promise, waiting.commit)


def link(strategy: Strategy, repo: Repository, store: Store, finding: Finding) -> str:
    """Link a commit by a note, and write its checkpoint."""
    found = (promise for promise in promises.everywhere(store) if promise.unlinked == finding.ref)
    promise = next(found, None)
    if promise is None:
        raise EntireError(f"commit {finding.ref[:7]} is linked already, or was forgotten")
    promise.unlinked = ""
    return _heal(strategy, repo, store, promise, finding.ref)


def _heal(strategy: Strategy, repo: Repository, store: Store, promise: Promise, commit: str) -> str:
    place = worktrees.by_id(repo, promise.worktree_id) or repo
    gone = promises.is_gone(store, promise.worktree_id)
    promises.note_commit(store, promise, commit, promise.worktree_id if gone else place.worktree_id)
    strategy.heal(place, store)
    with Objects(repo) as objects:
        if find_stored(objects, promise.checkpoint_id) is None:
            raise EntireError(
                f"no checkpoint was written for commit {commit[:7]}",
                "either no session has its work, or `.entire/logs/entire.log` says why",
            )
    return f"checkpoint {promise.checkpoint_id} written"


def _finding(waiting: Waiting, gone: bool) -> Finding:
    """``gone``: its worktree was removed."""
    event = "prompt or commit" if gone else "prompt, commit or push there"
    return Finding(
        KIND,
        f"commit {waiting.commit[:7]} has no checkpoint yet: {waiting.subject}",
        "the post-commit hook was killed, or could not write",
        f"the next {event} completes it; to do it now, run `entire doctor --force`",
        ref=waiting.commit,
        names=[waiting.promise.checkpoint_id],
        repairs=(Repair.REPAIR,),
    )


def _unlinked_work(found: Unlinked) -> Finding:
    return Finding(
        UNLINKED_WORK,
        f"commit {found.commit[:7]} has files that a session wrote, but no link: {found.subject}",
        "the link was declined, no hook ran, or nothing of the session's version is left",
        f"`entire link {found.commit[:7]} {short_session_id(found.session_id)}` links it,"
        " if it is the session's work",
        session_id=found.session_id,
        ref=found.commit,
        names=found.paths,
    )


def _unlinked(commit: Commit, promise: Promise) -> Finding:
    return Finding(
        UNLINKED,
        f"commit {commit.oid[:7]} may contain work of a session, but is not linked: {commit.subject}",
        "the hook that links it was killed, or turned off",
        "link it with a git note: `entire doctor --force`",
        ref=commit.oid,
        names=[promise.checkpoint_id],
        repairs=(Repair.REPAIR,),
    )
