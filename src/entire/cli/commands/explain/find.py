"""What a person means by an id: a checkpoint, a step, a commit."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint import linked, trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import parse_shadow_branch_name
from entire.checkpoint.overview import latest
from entire.checkpoint.temporary.read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.core import prefix as prefixes
from entire.core.errors import EntireError
from entire.git import history, refs
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.store import Store

_EXAMPLES = 5
_LEAST_SHA = 4
_ID_LENGTH = 12
_COMMITS = 500  # in which a mistyped one is looked for
LIST_HINT = "`entire explain` lists this branch; add --search-all for every branch"


class Found(NamedTuple):
    """One of the three."""

    checkpoint_id: str = ""
    step: TemporaryCheckpointInfo | None = None
    base: str = ""  # with a step: the commit, or its beginning, from which its branch started
    unlinked: str = ""  # a commit that has no checkpoint
    also: tuple[str, ...] = ()  # further checkpoints of the commit that was named


def by_id(index: Index, prefix: str) -> Found:
    """A checkpoint, or a step, whose id starts so. Raises EntireError."""
    found = _checkpoint(index, prefix) or _step(index.repo, index.objects, prefix)
    if found is None:
        hint = _meant(index.ids(), prefix) or LIST_HINT
        raise EntireError(f'no checkpoint starts with "{prefix[:60]}"', hint)
    return found


def unknown(index: Index, name: str) -> EntireError:
    """What to say of a name that nothing has."""
    sessions = [state.session_id for state in Store(index.repo).all()]
    hint = _meant([*index.ids(), *sessions, *_latest_commits(index.repo)], name) or LIST_HINT
    return EntireError(f'no checkpoint, commit or session starts with "{name[:60]}"', hint)


def _meant(names: list[str], wrong: str) -> str:
    near = prefixes.near(names, wrong)
    return f"did you mean {', '.join(near)}?" if near else ""


def _latest_commits(repo: Repository) -> list[str]:
    return (
        [oid[:_ID_LENGTH] for oid in history.first_parents(repo, _COMMITS)]
        if refs.resolve(repo, "HEAD")
        else []
    )


def anything(index: Index, name: str) -> Found | None:
    """A checkpoint, a step or a commit; None if it is nothing of that."""
    found = _checkpoint(index, name) or _step(index.repo, index.objects, name)
    return found or (by_commit(index, name) if refs.resolve(index.repo, name) else None)


def _checkpoint(index: Index, prefix: str) -> Found | None:
    matches = index.starting(prefix)
    if len(matches) > 1:
        raise EntireError(f'{len(matches)} checkpoints start with "{prefix}"', _one_of(matches))
    return Found(matches[0]) if matches else None


def _one_of(ids: list[str]) -> str:
    more = ", …" if len(ids) > _EXAMPLES else ""
    return f"one of {', '.join(id[:_ID_LENGTH] for id in ids[:_EXAMPLES])}{more}"


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
    """The checkpoint of a commit. Raises EntireError if either is not here."""
    oid = refs.resolve(index.repo, name)
    commit = index.objects.commit(oid) if oid else None
    if commit is None:
        several = refs.commits_starting(index.repo, name)
        if several:
            raise EntireError(f'{len(several)} commits start with "{name[:60]}"', _one_of(several))
        hint = _meant(_latest_commits(index.repo), name) or "`git log` lists them"
        raise EntireError(f'no commit is called "{name[:60]}"', hint)
    if trailers.extract_session_id_from_commit(commit.message):
        step = _step(index.repo, index.objects, commit.oid)
        if step is not None:
            return step
    return _linked(index, commit, linked.checkpoints_of_commit(index.repo, commit.oid))


def _linked(index: Index, commit: Commit, ids: list[str]) -> Found:
    if not ids:
        return Found(unlinked=commit.oid)
    overviews = index.overviews(ids)
    chosen = latest(overviews)
    if chosen is None:
        message = f"commit {commit.oid[:7]} has checkpoint {ids[-1]}, which is not in this repository"
        raise EntireError(message, "`git fetch` brings it if it was pushed")
    others = (one.checkpoint_id for one in overviews if one is not chosen)
    return Found(chosen.checkpoint_id, also=tuple(others))
