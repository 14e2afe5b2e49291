"""Which files git tracks."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def is_tracked(repo: Repository, path: str) -> bool:
    """Whether a file is tracked, ignoring case: some file systems ignore it too."""
    return bool(repo.run("ls-files", "-z", "--", f":(top,icase,literal){path}").out)


def untracked(repo: Repository, pattern: str) -> list[str]:
    """Return the paths of untracked files that match a pattern, without ignored ones."""
    out = repo.run("ls-files", "-z", "--others", "--exclude-standard", "--", f":(top,glob){pattern}").out
    return [repo.path(path) for path in os.fsdecode(out).split("\0") if path]
