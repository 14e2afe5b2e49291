"""Which files git has."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def is_tracked(repo: Repository, path: str) -> bool:
    """Whether the index has a file, in whatever case: where case does not matter, it is the same file."""
    return bool(repo.run("ls-files", "-z", "--", f":(top,icase,literal){path}").out)


def untracked(repo: Repository, pattern: str) -> list[str]:
    """The files of the work tree that git neither has nor ignores, and that match: their paths."""
    out = repo.run("ls-files", "-z", "--others", "--exclude-standard", "--", f":(top,glob){pattern}").out
    return [repo.path(path) for path in os.fsdecode(out).split("\0") if path]
