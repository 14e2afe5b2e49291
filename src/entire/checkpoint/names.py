"""Names of our branches."""

from __future__ import annotations

import re

from entire.git.refs import BRANCHES

CHECKPOINTS_BRANCH = "entire/checkpoints/v1"
TRAILS_BRANCH = "entire/trails/v1"
SHADOW_BRANCH_PREFIX = "entire/"
SHADOW_BRANCH_HASH_LENGTH = 7
WORKTREE_ID_HASH_LENGTH = 6

CHECKPOINTS_REF = BRANCHES + CHECKPOINTS_BRANCH
# Read where there is no local branch: always origin's, whatever remote was pushed to.
ORIGIN_CHECKPOINTS_REF = "refs/remotes/origin/" + CHECKPOINTS_BRANCH

# What else we keep in a repository; never pushed, like shadow branches.
OWN_REFS = "refs/entire/"
# Shadow branches that no session owned any more, put aside.
ORPHANED_REFS = f"{OWN_REFS}orphaned/"

_MAIN_WORKTREE_HASH = "e3b0c4"  # of the empty id: saves most hooks the import of hashlib
_SHADOW = re.compile(r"entire/[0-9a-fA-F]{7,}(-[0-9a-fA-F]{6})?\Z")


def hash_worktree_id(worktree_id: str) -> str:
    """Six digits that stand for a worktree in branch names."""
    if not worktree_id:
        return _MAIN_WORKTREE_HASH
    import hashlib

    digest = hashlib.sha256(worktree_id.encode("utf-8", "surrogateescape")).hexdigest()
    return digest[:WORKTREE_ID_HASH_LENGTH]


def shadow_branch_name_for_commit(base_commit: str, worktree_id: str) -> str:
    prefix = base_commit[:SHADOW_BRANCH_HASH_LENGTH]
    return f"{SHADOW_BRANCH_PREFIX}{prefix}-{hash_worktree_id(worktree_id)}"


def shadow_ref(base_commit: str, worktree_id: str) -> str:
    return BRANCHES + shadow_branch_name_for_commit(base_commit, worktree_id)


def parse_shadow_branch_name(name: str) -> tuple[str, str] | None:
    """The commit prefix and the worktree hash (empty in old names); None if the name is not ours."""
    if not name.startswith(SHADOW_BRANCH_PREFIX):
        return None
    rest = name[len(SHADOW_BRANCH_PREFIX) :]
    commit, dash, worktree = rest.rpartition("-")
    return (commit, worktree) if dash and commit and worktree else (rest, "")


def is_shadow_branch(name: str) -> bool:
    """Whether a branch holds temporary checkpoints: the only ones that may be deleted."""
    return _SHADOW.match(name) is not None
