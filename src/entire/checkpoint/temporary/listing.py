"""List the steps on shadow branches, for the user."""

from __future__ import annotations

from entire.checkpoint.names import hash_worktree_id, parse_shadow_branch_name
from entire.checkpoint.temporary.read import (
    TemporaryCheckpointInfo,
    list_checkpoints_for_branch,
    list_shadow_branches,
)
from entire.checkpoint.temporary.steps import session_steps
from entire.core.paths import ENTIRE_DIR, PROMPT_FILE, session_metadata_dir, valid_session_id
from entire.git import history
from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry
from entire.git.repository import Repository

_MOST_STEPS = 100
_BASES = 500  # commits of HEAD's history where a shadow branch may start


def list_steps_of_head(repo: Repository, objects: Objects, head: str) -> list[TemporaryCheckpointInfo]:
    """Return the steps on this worktree's shadow branches that start in HEAD's history, newest first."""
    ours = hash_worktree_id(repo.worktree_id)
    names = {branch.name: parse_shadow_branch_name(branch.name) for branch in list_shadow_branches(repo)}
    bases = {name: parsed[0] for name, parsed in names.items() if parsed and parsed[1] in (ours, "")}
    known = [head]
    if any(not head.startswith(base) for base in bases.values()):
        known = history.first_parents(repo, _BASES)
    branches = [name for name, base in bases.items() if any(oid.startswith(base) for oid in known)]
    return _list_steps(objects, branches)


def list_all_steps(repo: Repository, objects: Objects) -> list[TemporaryCheckpointInfo]:
    """Return the steps on all shadow branches, newest first."""
    return _list_steps(objects, [branch.name for branch in list_shadow_branches(repo)])


def _list_steps(objects: Objects, branches: list[str]) -> list[TemporaryCheckpointInfo]:
    steps = [step for name in branches for step in _on_branch(objects, name)]
    steps.sort(key=lambda step: step.timestamp, reverse=True)
    return [step for step in steps[:_MOST_STEPS] if _changes_code(objects, step)]


def _on_branch(objects: Objects, branch: str) -> list[TemporaryCheckpointInfo]:
    """Return the steps of a branch, without those that a rewind undid."""
    steps = list_checkpoints_for_branch(objects, branch, limit=_MOST_STEPS)
    sessions = dict.fromkeys(step.session_id for step in steps)
    kept = {step.commit.oid for id in sessions for step in session_steps(objects, branch, id)}
    return [step for step in steps if step.commit_hash in kept]


def _changes_code(objects: Objects, step: TemporaryCheckpointInfo) -> bool:
    """Whether a step changed more than the conversation; the first of a branch always counts."""
    before = objects.commit(step.parent) if step.parent else None
    return before is None or _code(objects, before.tree) != _code(objects, step.tree_hash)


def _code(objects: Objects, tree: str) -> dict[str, Entry]:
    return {name: entry for name, entry in objects.tree(tree).items() if name != ENTIRE_DIR}


def read_step_prompts(objects: Objects, step: TemporaryCheckpointInfo) -> str:
    """Return a step's `prompt.txt`."""
    if not valid_session_id(step.session_id):
        return ""
    data = objects.file(step.tree_hash, f"{session_metadata_dir(step.session_id)}/{PROMPT_FILE}")
    return "" if data is None else data.decode("utf-8", "replace")
