"""Switch to a branch with git, which refuses to if changes would be lost."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.git import history, refs
from entire.git.errors import GitError
from entire.git.fetch import ORIGIN, run_online
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

# A large checkout takes time, and a partial clone fetches files.
_SECONDS = 3600.0


def is_local(repo: Repository, branch: str) -> bool:
    return _is_ref(repo, BRANCHES + branch)


def is_on_origin(repo: Repository, branch: str) -> bool:
    """Whether origin has a branch, as of the last fetch."""
    return branch != "HEAD" and _is_ref(repo, ORIGIN + branch)


def _is_ref(repo: Repository, ref: str) -> bool:
    """Whether exactly this ref exists: user input may be any expression that git resolves."""
    if "/-" in ref or any(sign in ref for sign in "*?[ \n\0"):
        return False
    return any(found.name == ref for found in refs.listing(repo, ref))


def switch(repo: Repository, branch: str) -> None:
    """Switch to a local branch. Raises EntireError."""
    _switch(repo, branch, branch)


def switch_to_remote_branch(repo: Repository, branch: str) -> None:
    """Create a local branch that tracks origin's, and switch to it. Raises EntireError."""
    try:
        _switch(repo, branch, "--create", branch, "--track", ORIGIN + branch)
    except EntireError:
        # Git only tracks branches of the configured refspec, which a single-branch clone limits to one.
        _switch(repo, branch, "--create", branch, "--no-track", ORIGIN + branch)
        repo.run("config", f"branch.{branch}.remote", "origin")
        repo.run("config", f"branch.{branch}.merge", BRANCHES + branch)


def _switch(repo: Repository, branch: str, *words: str) -> None:
    try:
        run_online(repo, "switch", "--quiet", "--no-guess", *words, seconds=_SECONDS)
    except GitError as error:
        place = next((path for path, name in history.worktree_branches(repo).items() if name == branch), "")
        if place and place != repo.worktree:
            raise EntireError(f"{branch} is checked out in {place}", "run this command there") from error
        raise EntireError(f"could not switch to {branch}: {error.detail.strip()[:500]}") from error
