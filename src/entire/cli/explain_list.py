"""What `entire explain` knows of a branch. Field names are the names in `--json`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from entire.checkpoint import committed_list, linked
from entire.checkpoint.linked import Overview
from entire.checkpoint.names import hash_worktree_id, parse_shadow_branch_name
from entire.checkpoint.temporary_read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.core.paths import ENTIRE_DIR, PROMPT_FILE, session_metadata_dir, valid_session_id
from entire.git import history, refs
from entire.git.history import Logged
from entire.git.objects import Entry, Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.transcript.usage import total

LEAST_ID_LENGTH = 6
_MOST_STEPS = 100
_BASES = 500  # commits back from HEAD at which a shadow branch may begin


class CommitRow(NamedTuple):
    commit: str
    subject: str
    author: str
    date: str


class CheckpointRow(NamedTuple):
    """A committed checkpoint and the commits of this branch that carry it."""

    checkpoint_id: str
    short_id: str  # as short as it is unique here
    created_at: str
    agents: list[str]
    session_ids: list[str]
    prompts: str
    files: list[str]
    tokens: int
    agent_percentage: float | None
    is_task: bool
    commits: list[CommitRow]


class StepRow(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    session_id: str
    agent: str
    subject: str
    prompts: str
    is_task: bool
    time: int


class Listing(NamedTuple):
    branch: str  # empty when HEAD is detached
    head: str  # empty before the first commit
    session: str  # only checkpoints of sessions whose id starts so
    steps: list[StepRow]  # newest first
    checkpoints: list[CheckpointRow]  # newest first
    missing: list[str]  # ids that commits carry, but which are not in this repository
    more: bool  # there are older ones


def gather(repo: Repository, objects: Objects, *, session: str = "", limit: int = 0) -> Listing:
    """The checkpoints of HEAD's branch, at most ``limit`` of them (0: all)."""
    branch = refs.get_current_branch_name(repo)
    head = objects.commit("HEAD")
    if head is None:
        return Listing(branch, "", session, [], [], [], False)
    # Which sessions a checkpoint has is known only once it is read: then all commits are needed.
    count = 0 if session or not limit else limit + 1
    commits = linked.commits_of_branch(repo, branch, history.get_default_branch(repo), count)
    found = linked.by_checkpoint(commits)
    here = {id for id in found if linked.is_stored(objects, id)}
    wanted = [id for id in found if id in here]
    if session:
        wanted = linked.of_session(objects, wanted, session)
    return Listing(
        branch,
        head.oid,
        session,
        [step for step in _steps(repo, objects, head.oid) if step.session_id.startswith(session)],
        _rows(objects, wanted[:limit] if limit else wanted, found),
        [id for id in found if id not in here],
        bool(limit) and (len(wanted) > limit or (count > 0 and len(commits) == count)),
    )


def commit_row(commit: Logged) -> CommitRow:
    return CommitRow(commit.oid, commit.subject, commit.author, commit.date)


def _rows(objects: Objects, ids: list[str], commits: dict[str, list[Logged]]) -> list[CheckpointRow]:
    shorten = shortener(committed_list.list_checkpoint_ids(objects)) if ids else str
    overviews = (linked.overview(objects, id) for id in ids)
    return [_row(one, shorten, commits[one.checkpoint_id]) for one in overviews if one is not None]


def _row(one: Overview, shorten: Callable[[str], str], commits: list[Logged]) -> CheckpointRow:
    measured = [session.initial_attribution for session in one.sessions if session.initial_attribution]
    return CheckpointRow(
        one.checkpoint_id,
        shorten(one.checkpoint_id),
        one.created_at,
        list(dict.fromkeys(session.agent for session in one.sessions if session.agent)),
        [session.session_id for session in one.sessions],
        one.prompts,
        one.summary.files_touched,
        total(one.summary.token_usage),
        measured[-1].agent_percentage if measured else None,
        any(session.is_task for session in one.sessions),
        [commit_row(commit) for commit in commits],
    )


def shortener(ids: list[str]) -> Callable[[str], str]:
    """Cuts ids of a sorted list to what tells each from its neighbours, and so from all."""

    def shorten(id: str) -> str:
        at = bisect_left(ids, id)
        beside = [other for other in ids[max(0, at - 1) : at + 2] if other != id]
        length = LEAST_ID_LENGTH
        while any(other.startswith(id[:length]) for other in beside):
            length += 1
        return id[:length]

    return shorten


def _steps(repo: Repository, objects: Objects, head: str) -> list[StepRow]:
    """The steps on this worktree's shadow branches that belong to HEAD's line."""
    ours = hash_worktree_id(repo.worktree_id)
    names = {branch.name: parse_shadow_branch_name(branch.name) for branch in list_shadow_branches(repo)}
    bases = {name: parsed[0] for name, parsed in names.items() if parsed and parsed[1] in (ours, "")}
    known = [head]
    if any(not head.startswith(base) for base in bases.values()):
        known = history.first_parents(repo, _BASES)
    steps: list[TemporaryCheckpointInfo] = []
    for name, base in bases.items():
        if any(oid.startswith(base) for oid in known):
            steps += list_checkpoints_for_branch(objects, name, limit=_MOST_STEPS)
    agents = {state.session_id: state.agent_type for state in Store(repo).all()} if steps else {}
    steps.sort(key=lambda step: step.timestamp, reverse=True)
    return [
        StepRow(
            step.commit_hash,
            step.session_id,
            agents.get(step.session_id, ""),
            step.message,
            _prompts(objects, step),
            step.is_task_checkpoint,
            step.timestamp,
        )
        for step in steps[:_MOST_STEPS]
        if _changes_code(objects, step)
    ]


def _changes_code(objects: Objects, step: TemporaryCheckpointInfo) -> bool:
    """Whether a step holds more than a longer conversation; the first of a branch always counts."""
    before = objects.commit(step.parent) if step.parent else None
    return before is None or _code(objects, before.tree) != _code(objects, step.tree_hash)


def _code(objects: Objects, tree: str) -> dict[str, Entry]:
    return {name: entry for name, entry in objects.tree(tree).items() if name != ENTIRE_DIR}


def _prompts(objects: Objects, step: TemporaryCheckpointInfo) -> str:
    if not valid_session_id(step.session_id):
        return ""
    data = objects.file(step.tree_hash, f"{session_metadata_dir(step.session_id)}/{PROMPT_FILE}")
    return "" if data is None else data.decode("utf-8", "replace")
