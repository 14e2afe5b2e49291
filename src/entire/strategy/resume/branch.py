"""Find the checkpoint to resume on a branch."""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.checkpoint.committed.listing import get_checkpoint_author
from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import LinkedCommit
from entire.checkpoint.names import CHECKPOINTS_BRANCH
from entire.core.value import Value
from entire.git import history
from entire.git.identity import Author, get_git_author_from_repo
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.remote import from_origin

PASSED = 1000  # count at most this many newer commits


class Newest(Value):
    """The newest linked commit of a branch."""

    commit: LinkedCommit
    passed: int  # newer commits without a link, up to `PASSED`, without merges


def find_newest(index: Index, branch: str, tip: str) -> Newest | None:
    """The tip of a branch if it has checkpoints, else the newest commit on the branch that has some.

    On a branch other than the default one, only commits that are not on the default branch count.
    """
    head = index.objects.commit(tip)
    links = index.links_of([head.oid]) if head is not None else []
    if not links:
        links = index.links_of_branch(branch, history.get_default_branch(index.repo), 1, tip)
    found = index.commits(links)
    return Newest(found[0], _passed(index.repo, found[0].oid, tip)) if found else None


def _passed(repo: Repository, commit: str, tip: str) -> int:
    return len(history.log(repo, "--first-parent", "--no-merges", f"{commit}..{tip}", limit=PASSED))


def stored(objects: Objects, checkpoint_ids: Iterable[str]) -> list[str]:
    """The checkpoints that are in this repository, on our branch or fetched."""
    return [id for id in checkpoint_ids if find_stored(objects, id) is not None]


def fetch_checkpoints(repo: Repository) -> None:
    """Fetch origin's checkpoints, and notes. The local branch does not change. Raises GitError, TooSlow."""
    from_origin.fetch_branch(repo, CHECKPOINTS_BRANCH)


def foreign_authors(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> list[Author]:
    """The authors of these checkpoints, without the user."""
    given = (os.environ.get(name, "") for name in ("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"))
    own = {email.lower() for email in (get_git_author_from_repo(repo).email, *given)}
    authors = (get_checkpoint_author(repo, objects, id) for id in checkpoint_ids)
    others = [author for author in authors if author is not None and author.email.lower() not in own]
    return list(dict.fromkeys(others))
