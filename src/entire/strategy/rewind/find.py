"""Resolve the name of a point to rewind to."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import NOTES_REF
from entire.core import prefix
from entire.core.errors import EntireError
from entire.git import history, refs
from entire.git.errors import EmptyRepository
from entire.git.history import LoggedCommit
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind.points import Point, linked_points, step_points
from entire.strategy.rewind.snapshot import Kept

_EXAMPLES = 5
_LEAST_LENGTH = 4  # digits of an id, as for git
_HINT = "`entire rewind --list` lists the points"


def find(index: Index, store: Store, name: str) -> Point:
    """The step with this abbreviated id, or the linked commit of that name. Raises EntireError."""
    if index.objects.commit("HEAD") is None:
        raise EmptyRepository
    steps = step_points(index.repo, index.objects, store)
    commits = _commits(index.repo, name)
    ids = {commit.oid for commit in commits}
    matches = [point for point in steps if point.id in ids]
    links = index.links_of(commit.oid for commit in commits if not _is_step(commit))
    matches += linked_points(index, index.commits(links))
    if len(matches) == 1:
        return matches[0]
    if matches:
        shown = ", ".join(f"{point.id[:12]} ({point.message[:40]})" for point in matches[:_EXAMPLES])
        raise EntireError(f'{len(matches)} points start with "{name[:60]}"', f"one of {shown}")
    raise _unknown(name, commits, [point.id for point in steps])


def snapshot(repo: Repository, objects: Objects, name: str) -> Kept | None:
    """The safety snapshot of this worktree with this abbreviated id."""
    for oid in refs.commits_starting(repo, name):
        kept = rewind_snapshot.find(repo, objects, oid)
        if kept is not None:
            return kept
    return None


def _commits(repo: Repository, name: str) -> list[LoggedCommit]:
    """The commits with this name or abbreviated id."""
    resolved = refs.resolve(repo, name) if name else None
    ids = [resolved] if resolved else refs.commits_starting(repo, name)
    return history.log_of(repo, ids, NOTES_REF)


def _is_step(commit: LoggedCommit) -> bool:
    return bool(trailers.extract_session_id_from_commit(commit.message))


def _unknown(name: str, commits: list[LoggedCommit], ids: list[str]) -> EntireError:
    if any(_is_step(commit) for commit in commits):
        return EntireError(f"step {commits[0].oid[:7]} does not belong to an open session here", _HINT)
    if commits:
        return EntireError(f"commit {commits[0].oid[:7]} has no checkpoint in this repository", _HINT)
    if len(name) < _LEAST_LENGTH and not set(name.lower()) - set("0123456789abcdef"):
        return EntireError(f'id "{name}" is too short', f"use at least {_LEAST_LENGTH} characters")
    near = " or ".join(id[:7] for id in prefix.near(ids, name[:64]))
    message = f'no step or linked commit starts with "{name[:60]}"'
    return EntireError(message, f"did you mean {near}? {_HINT}" if near else _HINT)
