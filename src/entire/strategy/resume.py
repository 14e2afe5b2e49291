"""Which checkpoint a branch goes on from."""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.checkpoint import linked, trailers
from entire.checkpoint.committed_list import get_checkpoint_author
from entire.checkpoint.committed_read import find_stored
from entire.checkpoint.names import CHECKPOINTS_BRANCH
from entire.core.value import Value
from entire.git import fetch, history, refs
from entire.git.history import Logged
from entire.git.identity import Author, get_git_author_from_repo
from entire.git.objects import Objects
from entire.git.repository import Repository

_COMMITS = 20  # of those that speak of a checkpoint, to look at
PASSED = 1000  # newer commits to count


class Newest(Value):
    """The newest commit of a branch that is linked."""

    commit: Logged
    checkpoint_ids: list[str]  # several where commits were squashed
    passed: int  # newer commits that are not linked, up to `PASSED`; merges do not count


def find_newest(repo: Repository) -> Newest | None:
    """For HEAD's branch: HEAD's own checkpoints, else those of the newest commit that has any.

    On a branch only its own commits count; on the default branch, and where HEAD is on none, all do.
    """
    head = history.log(repo, "HEAD", limit=1)
    branch = refs.get_current_branch_name(repo)
    others = linked.commits_of_branch(repo, branch, history.get_default_branch(repo), _COMMITS)
    for commit in (*head, *others):
        ids = trailers.checkpoint_ids(commit.message)
        if ids:
            return Newest(commit, ids, _passed(repo, commit.oid))
    return None


def _passed(repo: Repository, commit: str) -> int:
    return len(history.log(repo, "--first-parent", "--no-merges", f"{commit}..HEAD", limit=PASSED))


def stored(objects: Objects, checkpoint_ids: Iterable[str]) -> list[str]:
    """Those of the checkpoints that are here, on our branch or on what was fetched."""
    return [id for id in checkpoint_ids if find_stored(objects, id) is not None]


def fetch_checkpoints(repo: Repository) -> None:
    """Get origin's checkpoints, beside ours: the local branch is not touched. Raises GitError, TooSlow."""
    fetch.fetch_branch(repo, CHECKPOINTS_BRANCH)


def foreign_authors(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> list[Author]:
    """Who else wrote these checkpoints."""
    told = (os.environ.get(name, "") for name in ("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"))
    own = {email.lower() for email in (get_git_author_from_repo(repo).email, *told)}
    authors = (get_checkpoint_author(repo, objects, id) for id in checkpoint_ids)
    others = [author for author in authors if author is not None and author.email.lower() not in own]
    return list(dict.fromkeys(others))
