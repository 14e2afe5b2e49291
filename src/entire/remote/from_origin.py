"""Fetch from origin what a command needs, and the notes that link commits, which `git clone` leaves out."""

from __future__ import annotations

from entire.git import fetch, identity
from entire.git.objects import promised
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.remote.shared_refs import NOTES
from entire.remote.target import ORIGIN

_SEEN = NOTES.seen(ORIGIN, named=True)
_SPEC = f"+{NOTES.ref}*:{_SEEN}*"  # a pattern, so that a remote without notes is not an error


def fetch_branch(repo: Repository, branch: str) -> None:
    """Update origin's branch, and our notes, in one go. Raises GitError, TooSlow."""
    fetch.fetch_branch(repo, branch, _SPEC)
    _merge_notes(repo)


def fetch_notes(repo: Repository, seconds: float) -> None:
    """Update our notes. Raises GitError, TooSlow."""
    fetch.fetch_from_origin(repo, _SPEC, seconds=seconds)
    _merge_notes(repo)


def _merge_notes(repo: Repository) -> None:
    with Objects(repo) as objects:
        theirs = objects.commit(_SEEN)
        if theirs is not None:
            promised.fetch_missing(repo, [theirs.tree])
            NOTES.merge(repo, objects, theirs, identity.get_git_author_from_repo(repo))
