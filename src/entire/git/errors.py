"""What can go wrong with git."""

from __future__ import annotations

from entire.core.errors import EntireError


class GitError(EntireError):
    """A git command failed."""

    def __init__(self, command: str, code: int, detail: str) -> None:
        super().__init__(f"git {command} failed (exit {code}): {detail.strip()[:500] or 'no message'}")
        self.code = code
        self.detail = detail


class NotARepository(EntireError):
    """There is no work tree here."""


class NoWorkTree(NotARepository):
    """A bare repository, or the git directory of another one."""


class UntrustedRepository(NotARepository):
    """A repository of another owner, which `safe.directory` does not allow."""


class EmptyRepository(EntireError):
    """The repository has no commits yet."""

    def __init__(self) -> None:
        super().__init__("this repository has no commits yet", "checkpoints start after the first commit")


class RefChanged(EntireError):
    """A ref was not where it was expected: somebody else moved it meanwhile."""
