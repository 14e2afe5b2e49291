"""Errors of git commands and repositories."""

from __future__ import annotations

from entire.core.errors import EntireError

_MISSING = ("bad object", "unable to read tree", "Could not read", "is corrupt", "not a tree", "notes tree")
_HINT = "an object is missing: `entire doctor` repairs Entire's branches, `git fsck` checks yours"


class GitError(EntireError):
    """A git command failed."""

    def __init__(self, command: str, code: int, detail: str) -> None:
        message = f"git {command} failed (exit {code}): {detail.strip()[:500] or 'no message'}"
        super().__init__(message, _HINT if any(words in detail for words in _MISSING) else "")
        self.code = code
        self.detail = detail


class NotARepository(EntireError):
    """The current directory is not in a work tree."""


class NoWorkTree(NotARepository):
    """A bare repository, or the git directory of a repository."""


class UntrustedRepository(NotARepository):
    """A repository of another user, which `safe.directory` does not allow."""


class EmptyRepository(EntireError):
    """The repository has no commits yet, or the current branch, if it was made with `git switch --orphan`."""

    def __init__(self) -> None:
        super().__init__("this branch has no commits yet", "make the first commit, then try again")


class RefChanged(EntireError):
    """A ref did not have the expected value: another process moved it."""
