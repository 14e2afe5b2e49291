"""Names of our branches and refs."""

from __future__ import annotations

from entire.core.hashing import sha256
from entire.core.pattern import HEX_ANY_CASE, made_of
from entire.git.refs import BRANCHES

CHECKPOINTS_BRANCH = "entire/checkpoints/v1"
TRAILS_BRANCH = "entire/trails/v1"
SHADOW_BRANCH_PREFIX = "entire/"
SHADOW_BRANCH_HASH_LENGTH = 7
WORKTREE_ID_HASH_LENGTH = 6

CHECKPOINTS_REF = BRANCHES + CHECKPOINTS_BRANCH
# Read if there is no local branch: always origin's, even if checkpoints are pushed elsewhere.
ORIGIN_CHECKPOINTS_REF = "refs/remotes/origin/" + CHECKPOINTS_BRANCH

NOTES_REF = "refs/notes/entire"  # links of commits whose message has lost them

# Our other refs; like shadow branches, they are never pushed.
OWN_REFS = "refs/entire/"
# Shadow branches that no longer belong to a session.
ORPHANED_REFS = f"{OWN_REFS}orphaned/"


_MAIN_WORKTREE = "e3b0c4"  # what the hash of an empty id begins with; most hooks need no other


def hash_worktree_id(worktree_id: str) -> str:
    """Return the six digits that stand for a worktree in branch names."""
    return sha256(worktree_id)[:WORKTREE_ID_HASH_LENGTH] if worktree_id else _MAIN_WORKTREE


def shadow_branch_name_for_commit(base_commit: str, worktree_id: str) -> str:
    prefix = base_commit[:SHADOW_BRANCH_HASH_LENGTH]
    return f"{SHADOW_BRANCH_PREFIX}{prefix}-{hash_worktree_id(worktree_id)}"


def shadow_ref(base_commit: str, worktree_id: str) -> str:
    return BRANCHES + shadow_branch_name_for_commit(base_commit, worktree_id)


def parse_shadow_branch_name(name: str) -> tuple[str, str] | None:
    """Return the commit prefix and the worktree hash (empty in old names); None if the name is not ours."""
    if not name.startswith(SHADOW_BRANCH_PREFIX):
        return None
    rest = name[len(SHADOW_BRANCH_PREFIX) :]
    commit, dash, worktree = rest.rpartition("-")
    return (commit, worktree) if dash and commit and worktree else (rest, "")


def is_shadow_branch(name: str) -> bool:
    """Whether a branch is a shadow branch: we never delete any other."""
    commit, dash, worktree = name.removeprefix(SHADOW_BRANCH_PREFIX).partition("-")
    return (
        name.startswith(SHADOW_BRANCH_PREFIX)
        and made_of(commit, HEX_ANY_CASE, 7, 64)
        and (not dash or made_of(worktree, HEX_ANY_CASE, 6, 6))
    )
