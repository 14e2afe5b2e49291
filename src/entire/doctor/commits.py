"""Find a commit whose checkpoint was not written because its hook was killed."""

from __future__ import annotations

from entire.checkpoint import linked
from entire.checkpoint.committed.read import find_stored
from entire.doctor.finding import Finding, Repair
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store

KIND = "interrupted_commit"


def examine(repo: Repository, objects: Objects, store: Store) -> list[Finding]:
    """Check the last commit of this worktree."""
    promised = store.promised(repo.worktree_id)
    commits = linked.commits_of_checkpoint(repo, promised) if promised else []
    if not commits or find_stored(objects, promised):
        return []
    commit = commits[0]
    return [
        Finding(
            KIND,
            f"commit {commit.oid[:7]} has no checkpoint yet: {commit.subject}",
            "the post-commit hook was killed",
            "the next prompt or commit completes it; to do it now, run `entire doctor --force`",
            ref=commit.oid,
            items=[promised],
            repairs=(Repair.REPAIR,),
        )
    ]
