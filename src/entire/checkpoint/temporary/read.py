"""Read temporary checkpoints."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.names import (
    is_shadow_branch,
    shadow_ref,
)
from entire.checkpoint.segments_read import LARGEST_WHOLE, read_transcript
from entire.core import paths
from entire.core.value import Value
from entire.git import refs
from entire.git.objects.read import Commit, Objects
from entire.git.refs import BRANCHES, Ref
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A branch of the user could have a name like ours: never walk its whole history.
_MIN_VISITS = 1000


class TemporaryCheckpointInfo(Value):
    """One step on a shadow branch."""

    commit_hash: str
    tree_hash: str
    parent: str  # the previous step; empty for the first
    message: str  # first line
    session_id: str
    metadata_dir: str  # the task's, for a subagent's step
    is_task_checkpoint: bool
    tool_use_id: str
    timestamp: int


def list_shadow_branches(repo: Repository) -> list[Ref]:
    """Return all shadow branches, without `refs/heads/`, with their tips."""
    found = refs.listing(repo, BRANCHES + "entire/")
    named = [Ref(ref.name.removeprefix(BRANCHES), ref.oid) for ref in found]
    return [ref for ref in named if is_shadow_branch(ref.name)]


def list_checkpoints_for_branch(
    objects: Objects, branch_name: str, session_id: str = "", limit: int = 1000
) -> list[TemporaryCheckpointInfo]:
    """Return the steps on a branch, newest first; only those of one session if its id is given."""
    steps: list[TemporaryCheckpointInfo] = []
    for visit, commit in enumerate(first_parents(objects, BRANCHES + branch_name)):
        if len(steps) >= limit or visit >= max(limit * 5, _MIN_VISITS):
            break
        step = read_step(commit)
        if step is not None and session_id in ("", step.session_id):
            steps.append(step)
    return steps


def first_parents(objects: Objects, name: str) -> Iterator[Commit]:
    """Yield a step and those before it."""
    commit = objects.commit(name)
    while commit is not None:
        yield commit
        commit = objects.commit(commit.parents[0]) if commit.parents else None


def read_step(commit: Commit) -> TemporaryCheckpointInfo | None:
    """Parse a step; None if the commit is not a step."""
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
    """Return the number of a subagent's next incremental step: one more than on the shadow branch."""
    tip = objects.commit(shadow_ref(base_commit, worktree_id))
    directory = paths.task_metadata_dir(paths.session_metadata_dir(session_id), tool_use_id)
    entry = objects.entry(tip.tree, f"{directory}/checkpoints") if tip else None
    if entry is None or not entry.is_tree:
        return 1
    numbers = [name.partition("-")[0] for name in objects.tree(entry.oid)]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def get_transcript_from_commit(objects: Objects, commit: str, metadata_dir: str, agent: str = "") -> bytes:
    """Return a step's transcript. Raises NoTranscript."""
    found = objects.commit(commit)
    entry = objects.entry(found.tree, metadata_dir) if found is not None and metadata_dir else None
    folder = entry.oid if entry is not None and entry.is_tree else ""
    transcript = read_transcript(objects, folder, agent, LARGEST_WHOLE) if folder else None
    if transcript is None:
        raise NoTranscript(f"no transcript in {commit[:12]} under {metadata_dir[:200]!r}")
    return transcript
