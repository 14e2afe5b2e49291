"""The steps that `entire explain` lists. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint.names import hash_worktree_id, parse_shadow_branch_name
from entire.checkpoint.temporary.read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.checkpoint.temporary.steps import session_steps
from entire.core.paths import ENTIRE_DIR, PROMPT_FILE, session_metadata_dir, valid_session_id
from entire.git import history
from entire.git.objects.read import Entry, Objects
from entire.git.repository import Repository
from entire.session.store import Store

_MOST_STEPS = 100
_BASES = 500  # commits of HEAD's history where a shadow branch may start


class StepRow(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    session_id: str
    agent: str
    subject: str
    prompts: str
    is_task: bool
    time: int


def of_head(repo: Repository, objects: Objects, head: str) -> list[StepRow]:
    """The steps on this worktree's shadow branches that start in HEAD's history, newest first."""
    ours = hash_worktree_id(repo.worktree_id)
    names = {branch.name: parse_shadow_branch_name(branch.name) for branch in list_shadow_branches(repo)}
    bases = {name: parsed[0] for name, parsed in names.items() if parsed and parsed[1] in (ours, "")}
    known = [head]
    if any(not head.startswith(base) for base in bases.values()):
        known = history.first_parents(repo, _BASES)
    steps: list[TemporaryCheckpointInfo] = []
    for name, base in bases.items():
        if any(oid.startswith(base) for oid in known):
            steps += _on_branch(objects, name)
    return _rows(repo, objects, steps)


def of_all_worktrees(repo: Repository, objects: Objects) -> list[StepRow]:
    """The steps on every shadow branch, newest first."""
    branches = list_shadow_branches(repo)
    return _rows(repo, objects, [step for branch in branches for step in _on_branch(objects, branch.name)])


def _on_branch(objects: Objects, branch: str) -> list[TemporaryCheckpointInfo]:
    """The steps of a branch, without those that a rewind undid."""
    steps = list_checkpoints_for_branch(objects, branch, limit=_MOST_STEPS)
    sessions = dict.fromkeys(step.session_id for step in steps)
    kept = {step.commit.oid for id in sessions for step in session_steps(objects, branch, id)}
    return [step for step in steps if step.commit_hash in kept]


def _rows(repo: Repository, objects: Objects, steps: list[TemporaryCheckpointInfo]) -> list[StepRow]:
    agents = {state.session_id: state.agent_type for state in Store(repo).all()} if steps else {}
    steps.sort(key=lambda step: step.timestamp, reverse=True)
    return [
        StepRow(
            step.commit_hash,
            step.session_id,
            agents.get(step.session_id, ""),
            step.message,
            step_prompts(objects, step),
            step.is_task_checkpoint,
            step.timestamp,
        )
        for step in steps[:_MOST_STEPS]
        if _changes_code(objects, step)
    ]


def _changes_code(objects: Objects, step: TemporaryCheckpointInfo) -> bool:
    """Whether a step changed more than the conversation; the first of a branch always counts."""
    before = objects.commit(step.parent) if step.parent else None
    return before is None or _code(objects, before.tree) != _code(objects, step.tree_hash)


def _code(objects: Objects, tree: str) -> dict[str, Entry]:
    return {name: entry for name, entry in objects.tree(tree).items() if name != ENTIRE_DIR}


def step_prompts(objects: Objects, step: TemporaryCheckpointInfo) -> str:
    """The step's `prompt.txt`."""
    if not valid_session_id(step.session_id):
        return ""
    data = objects.file(step.tree_hash, f"{session_metadata_dir(step.session_id)}/{PROMPT_FILE}")
    return "" if data is None else data.decode("utf-8", "replace")
