"""Which files git tracks."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def untracked(repo: Repository, pattern: str) -> list[str]:
    """Return the paths of untracked files that match a pattern, without ignored ones."""
    out = repo.run("ls-files", "-z", "--others", "--exclude-standard", "--", f":(top,glob){pattern}").out
    return [repo.path(path) for path in os.fsdecode(out).split("\0") if path]
