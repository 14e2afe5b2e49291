"""Which point a person means."""

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
_LEAST_LENGTH = 4  # digits of an id; git takes no fewer
_HINT = "`entire rewind --list` lists them"


def find(index: Index, store: Store, name: str) -> Point:
    """The step whose id begins so, or the linked commit of that name. Raises EntireError."""
    if index.objects.commit("HEAD") is None:
        raise EmptyRepository
    steps = step_points(index.repo, index.objects, store)
    commits = _commits(index.repo, name)
    matches = [point for point in steps if any(commit.oid == point.id for commit in commits)]
    links = index.links_of(commit.oid for commit in commits if not _is_step(commit))
    matches += linked_points(index, index.commits(links))
    if len(matches) == 1:
        return matches[0]
    if matches:
        shown = ", ".join(f"{point.id[:12]} ({point.message[:40]})" for point in matches[:_EXAMPLES])
        raise EntireError(f'{len(matches)} points begin with "{name[:60]}"', f"one of {shown}")
    raise _unknown(name, commits, [point.id for point in steps])


def snapshot(repo: Repository, objects: Objects, name: str) -> Kept | None:
    """The safety snapshot of this worktree whose id begins so."""
    for oid in refs.commits_starting(repo, name):
        kept = rewind_snapshot.find(repo, objects, oid)
        if kept is not None:
            return kept
    return None


def _commits(repo: Repository, name: str) -> list[LoggedCommit]:
    """What git knows by that name, or by the beginning of an id."""
    resolved = refs.resolve(repo, name) if name else None
    ids = [resolved] if resolved else refs.commits_starting(repo, name)
    return history.log_of(repo, ids, NOTES_REF)


def _is_step(commit: LoggedCommit) -> bool:
    return bool(trailers.extract_session_id_from_commit(commit.message))


def _unknown(name: str, commits: list[LoggedCommit], ids: list[str]) -> EntireError:
    if any(_is_step(commit) for commit in commits):
        return EntireError(f"{commits[0].oid[:7]} is not a step of a session that is open here", _HINT)
    if commits:
        return EntireError(f"commit {commits[0].oid[:7]} has no checkpoint in this repository", _HINT)
    if len(name) < _LEAST_LENGTH:
        return EntireError(f'"{name}" is too short', f"give {_LEAST_LENGTH} digits of an id, or more")
    near = " or ".join(id[:7] for id in prefix.near(ids, name[:64]))
    message = f'no step and no linked commit begins with "{name[:60]}"'
    return EntireError(message, f"did you mean {near}? {_HINT}" if near else _HINT)
