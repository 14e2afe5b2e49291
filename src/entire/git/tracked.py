"""Which files git has."""

from __future__ import annotations

from entire.git.repository import Repository


def is_tracked(repo: Repository, path: str) -> bool:
    """Whether the index has a file, in whatever case: where case does not matter, it is the same file."""
    return bool(repo.run("ls-files", "-z", "--", f":(top,icase,literal){path}").out)
