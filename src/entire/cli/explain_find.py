"""What a person means by an id: a checkpoint, a step, a commit."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint import committed_list, linked, trailers
from entire.checkpoint.names import parse_shadow_branch_name
from entire.checkpoint.temporary_read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.core.errors import EntireError
from entire.git import refs
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository

_EXAMPLES = 5
_LEAST_SHA = 4
LIST_HINT = "`entire explain` lists this branch"


class Found(NamedTuple):
    """One of the three."""

    checkpoint_id: str = ""
    step: TemporaryCheckpointInfo | None = None
    base: str = ""  # with a step: the commit, or its beginning, from which its branch started
    unlinked: str = ""  # a commit that has no checkpoint


def by_id(repo: Repository, objects: Objects, prefix: str) -> Found:
    """A checkpoint, or a step, whose id starts so. Raises EntireError."""
    found = _checkpoint(objects, prefix) or _step(repo, objects, prefix)
    if found is None:
        raise EntireError(f'no checkpoint starts with "{prefix[:60]}"', LIST_HINT)
    return found


def anything(repo: Repository, objects: Objects, name: str) -> Found | None:
    """A checkpoint, a step or a commit; None if it is nothing of that."""
    found = _checkpoint(objects, name) or _step(repo, objects, name)
    return found or (by_commit(repo, objects, name) if refs.resolve(repo, name) else None)


def _checkpoint(objects: Objects, prefix: str) -> Found | None:
    wanted = prefix.lower()
    matches = (
        [id for id in committed_list.list_checkpoint_ids(objects) if id.startswith(wanted)] if wanted else []
    )
    if len(matches) > 1:
        more = ", …" if len(matches) > _EXAMPLES else ""
        examples = ", ".join(matches[:_EXAMPLES])
        raise EntireError(f'{len(matches)} checkpoints start with "{prefix}"', f"one of {examples}{more}")
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


def by_commit(repo: Repository, objects: Objects, name: str) -> Found:
    """The checkpoint of a commit. Raises EntireError if either is not here."""
    oid = refs.resolve(repo, name)
    commit = objects.commit(oid) if oid else None
    if commit is None:
        raise EntireError(f'no commit is called "{name[:60]}"', "`git log` lists them")
    if trailers.extract_session_id_from_commit(commit.message):
        step = _step(repo, objects, commit.oid)
        if step is not None:
            return step
    return _linked(objects, commit)


def _linked(objects: Objects, commit: Commit) -> Found:
    ids = trailers.checkpoint_ids(commit.message)
    if not ids:
        return Found(unlinked=commit.oid)
    overviews = (linked.overview(objects, id) for id in ids)
    chosen = linked.latest(one for one in overviews if one is not None)
    if chosen is None:
        message = f"commit {commit.oid[:7]} has checkpoint {ids[-1]}, which is not in this repository"
        raise EntireError(message, "`git fetch` brings it if it was pushed")
    return Found(chosen.checkpoint_id)
