"""Reading temporary checkpoints."""

from __future__ import annotations

from collections.abc import Iterator

from entire.checkpoint import trailers
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.names import (
    is_shadow_branch,
    parse_shadow_branch_name,
    shadow_branch_name_for_commit,
    shadow_ref,
)
from entire.checkpoint.segments_read import read_transcript
from entire.core import paths
from entire.core.value import Value
from entire.git import refs
from entire.git.objects.read import Commit, Objects, parse_commit
from entire.git.refs import BRANCHES, Ref
from entire.git.repository import Repository

# A branch of the user's own could be named like one of ours: never walk its whole history.
_MIN_VISITS = 1000


class ReadTemporaryResult(Value):
    """The latest step on a shadow branch."""

    commit_hash: str
    tree_hash: str
    session_id: str
    metadata_dir: str
    timestamp: int  # author time, seconds since the epoch


class TemporaryInfo(Value):
    """A shadow branch."""

    branch_name: str
    base_commit: str  # prefix, as in the name
    worktree_hash: str
    latest_commit: str
    session_id: str  # of the latest step
    timestamp: int


class TemporaryCheckpointInfo(Value):
    """One step on a shadow branch."""

    commit_hash: str
    tree_hash: str
    parent: str  # the step before it, empty for the first
    message: str  # first line
    session_id: str
    metadata_dir: str  # of the task, for a subagent's step
    is_task_checkpoint: bool
    tool_use_id: str
    timestamp: int


def read_temporary(objects: Objects, base_commit: str, worktree_id: str) -> ReadTemporaryResult | None:
    """The latest step, None if there is no such branch."""
    tip = objects.commit(shadow_ref(base_commit, worktree_id))
    if tip is None:
        return None
    message = tip.message
    return ReadTemporaryResult(
        tip.oid,
        tip.tree,
        trailers.extract_session_id_from_commit(message),
        trailers.metadata_dir(message),
        tip.time,
    )


def shadow_branch_exists(objects: Objects, base_commit: str, worktree_id: str) -> bool:
    return objects.commit(shadow_ref(base_commit, worktree_id)) is not None


def list_shadow_branches(repo: Repository) -> list[Ref]:
    """All shadow branches, by name without `refs/heads/`, with their tips."""
    found = refs.listing(repo, BRANCHES + "entire/")
    named = [Ref(ref.name.removeprefix(BRANCHES), ref.oid) for ref in found]
    return [ref for ref in named if is_shadow_branch(ref.name)]


def list_temporary(repo: Repository, objects: Objects) -> list[TemporaryInfo]:
    """All shadow branches and what their latest steps say."""
    branches = list_shadow_branches(repo)
    infos = []
    for branch, found in zip(branches, objects.read_many(ref.oid for ref in branches), strict=True):
        parsed = parse_shadow_branch_name(branch.name)
        if found is None or found.kind != "commit" or parsed is None:
            continue
        tip = parse_commit(found)
        session = trailers.extract_session_id_from_commit(tip.message)
        infos.append(TemporaryInfo(branch.name, *parsed, tip.oid, session, tip.time))
    return infos


def list_temporary_checkpoints(
    objects: Objects, base_commit: str, worktree_id: str, session_id: str = "", limit: int = 1000
) -> list[TemporaryCheckpointInfo]:
    """Steps on one branch, newest first; of one session only if its id is given."""
    name = shadow_branch_name_for_commit(base_commit, worktree_id)
    return list_checkpoints_for_branch(objects, name, session_id, limit)


def list_checkpoints_for_branch(
    objects: Objects, branch_name: str, session_id: str = "", limit: int = 1000
) -> list[TemporaryCheckpointInfo]:
    return _steps(objects, BRANCHES + branch_name, session_id, limit)


def list_all_temporary_checkpoints(
    repo: Repository, objects: Objects, session_id: str = "", limit: int = 1000
) -> list[TemporaryCheckpointInfo]:
    """Steps on all shadow branches, branch by branch."""
    steps: list[TemporaryCheckpointInfo] = []
    for branch in list_shadow_branches(repo):
        if len(steps) >= limit:
            break
        steps += _steps(objects, branch.oid, session_id, limit - len(steps))
    return steps


def _steps(objects: Objects, name: str, session_id: str, limit: int) -> list[TemporaryCheckpointInfo]:
    steps: list[TemporaryCheckpointInfo] = []
    for visit, commit in enumerate(first_parents(objects, name)):
        if len(steps) >= limit or visit >= max(limit * 5, _MIN_VISITS):
            break
        step = read_step(commit)
        if step is not None and session_id in ("", step.session_id):
            steps.append(step)
    return steps


def first_parents(objects: Objects, name: str) -> Iterator[Commit]:
    """A step and those before it."""
    commit = objects.commit(name)
    while commit is not None:
        yield commit
        commit = objects.commit(commit.parents[0]) if commit.parents else None


def read_step(commit: Commit) -> TemporaryCheckpointInfo | None:
    """None for commits that are no steps."""
    session = trailers.extract_session_id_from_commit(commit.message)
    if not session:
        return None
    task_dir = trailers.task_metadata_dir(commit.message)
    return TemporaryCheckpointInfo(
        commit.oid,
        commit.tree,
        commit.parents[0] if commit.parents else "",
        commit.subject,
        session,
        task_dir or trailers.metadata_dir(commit.message),
        bool(task_dir),
        _tool_use_id(task_dir),
        commit.time,
    )


def _tool_use_id(task_metadata_dir: str) -> str:
    head, _, tool = task_metadata_dir.rpartition("/")
    return tool if head.rpartition("/")[2] == "tasks" else ""


def next_incremental_sequence(
    objects: Objects, base_commit: str, worktree_id: str, session_id: str, tool_use_id: str
) -> int:
    """The number of a subagent's next incremental step: one more than the shadow branch has."""
    tip = objects.commit(shadow_ref(base_commit, worktree_id))
    directory = paths.task_metadata_dir(paths.session_metadata_dir(session_id), tool_use_id)
    entry = objects.entry(tip.tree, f"{directory}/checkpoints") if tip else None
    if entry is None or not entry.is_tree:
        return 1
    numbers = [name.partition("-")[0] for name in objects.tree(entry.oid)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def get_transcript_from_commit(objects: Objects, commit: str, metadata_dir: str, agent: str = "") -> bytes:
    """The transcript that a step holds. Raises NoTranscript."""
    found = objects.commit(commit)
    entry = objects.entry(found.tree, metadata_dir) if found is not None and metadata_dir else None
    transcript = read_transcript(objects, entry.oid, agent) if entry is not None and entry.is_tree else None
    if transcript is None:
        raise NoTranscript(f"no transcript in {commit[:12]} under {metadata_dir[:200]!r}")
    return transcript
