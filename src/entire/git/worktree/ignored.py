"""Which files git ignores."""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.git.errors import GitError
from entire.git.repository import Repository


def ignored(repo: Repository, paths: Iterable[str]) -> set[str]:
    """Return the ignored paths; all of them if git fails. Tracked files are never ignored."""
    wanted = list(paths)
    if not wanted:
        return set()
    request = os.fsencode("".join(f"{path}\0" for path in wanted))
    try:
        out = repo.run("check-ignore", "-z", "--stdin", data=request, ok=(0, 1)).out
    except GitError:
        return set(wanted)
    return set(filter(None, os.fsdecode(out).split("\0")))
