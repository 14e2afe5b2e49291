"""Finding a checkpoint, a step or a commit by id."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint import linked, trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import NOTES_REF, parse_shadow_branch_name
from entire.checkpoint.overview import latest
from entire.checkpoint.temporary.read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.cli.find_commit import a_range, find_commit, is_range, is_unborn, one_of, suggestion
from entire.cli.find_commit import latest as latest_commits
from entire.core.errors import EntireError
from entire.git import history, refs
from entire.git.errors import EmptyRepository
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.store import Store

_LEAST_SHA = 4
LIST_HINT = "`entire explain` lists this branch; add --search-all for every branch"


class Found(NamedTuple):
    """A checkpoint, a step, or a commit without a checkpoint."""

    checkpoint_id: str = ""
    step: TemporaryCheckpointInfo | None = None
    base: str = ""  # of a step: the commit (or a prefix) from which its branch started
    unlinked: str = ""  # a commit without a checkpoint
    by_hand: tuple[str, ...] = ()  # the checkpoints that it was unlinked from
    also: tuple[str, ...] = ()  # other checkpoints of the same commit


def by_id(index: Index, prefix: str) -> Found:
    """The checkpoint or step whose id starts with ``prefix``. Raises EntireError."""
    found = _checkpoint(index, prefix) or _step(index.repo, index.objects, prefix)
    if found is None:
        hint = suggestion(index.ids(), prefix) or LIST_HINT
        raise EntireError(f'no checkpoint starts with "{prefix[:60]}"', hint)
    return found


def not_found(index: Index, name: str) -> EntireError:
    """The error for an id that matches nothing."""
    if is_unborn(index.repo, name):
        return EmptyRepository()
    if is_range(name):
        return a_range(name)
    sessions = [state.session_id for state in Store(index.repo).all()]
    hint = suggestion([*index.ids(), *sessions, *latest_commits(index.repo)], name) or LIST_HINT
    return EntireError(f'no checkpoint, commit or session starts with "{name[:60]}"', hint)


def no_checkpoint(commit: str) -> EntireError:
    """The error for a commit whose checkpoint is needed."""
    hint = "`entire fetch` gets links from others, `entire relink` restores lost ones"
    return EntireError(f"commit {commit[:7]} has no checkpoint", hint)


def no_session(prefix: str, near: list[str]) -> EntireError:
    """The error for a session that nobody knows."""
    hint = f"did you mean {', '.join(near)}?" if near else "`entire session list --all` lists them"
    return EntireError(f'no session starts with "{prefix[:60]}"', hint)


def anything(index: Index, name: str) -> Found | None:
    """The checkpoint, step or commit with this id; None if there is none."""
    found = _checkpoint(index, name) or _step(index.repo, index.objects, name)
    return found or (by_commit(index, name) if refs.resolve(index.repo, name) else None)


def _checkpoint(index: Index, prefix: str) -> Found | None:
    matches = index.starting(prefix)
    if len(matches) > 1:
        raise EntireError(f'{len(matches)} checkpoints start with "{prefix}"', one_of(matches))
    return Found(matches[0]) if matches else None


def _step(repo: Repository, objects: Objects, prefix: str) -> Found | None:
    if len(prefix) < _LEAST_SHA:
        return None
    for branch in list_shadow_branches(repo):
        parsed = parse_shadow_branch_name(branch.name)
        for step in list_checkpoints_for_branch(objects, branch.name):
            if step.commit_hash.startswith(prefix.lower()):
                return Found(step=step, base=parsed[0] if parsed else "")
    return None


def by_commit(index: Index, name: str) -> Found:
    """The checkpoint of a commit. Raises EntireError if either is missing."""
    commit = find_commit(index.repo, index.objects, name)
    if trailers.extract_session_id_from_commit(commit.message):
        step = _step(index.repo, index.objects, commit.oid)
        if step is not None:
            return step
    return _linked(index, commit, linked.checkpoints_of_commit(index.repo, commit.oid))


def _linked(index: Index, commit: Commit, ids: list[str]) -> Found:
    if not ids:
        [logged] = history.log_of(index.repo, [commit.oid], NOTES_REF)
        return Found(unlinked=commit.oid, by_hand=tuple(trailers.unlinked_ids(logged.message)))
    overviews = index.overviews(ids)
    chosen = latest(overviews)
    if chosen is None:
        message = (
            f"commit {commit.oid[:7]} is linked to checkpoint {ids[-1]}, which is not in this repository"
        )
        raise EntireError(message, "`entire fetch` gets it if it was pushed")
    others = (one.checkpoint_id for one in overviews if one is not chosen)
    return Found(chosen.checkpoint_id, also=tuple(others))
