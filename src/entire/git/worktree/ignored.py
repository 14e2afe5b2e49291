"""Which files git ignores."""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.git.errors import GitError
from entire.git.repository import Repository


def ignored(repo: Repository, paths: Iterable[str]) -> set[str]:
    """Those of the paths that are ignored; all, where git cannot tell. What the index has never is."""
    wanted = list(paths)
    if not wanted:
        return set()
    request = os.fsencode("".join(f"{path}\0" for path in wanted))
    try:
        out = repo.run("check-ignore", "-z", "--stdin", data=request, ok=(0, 1)).out
    except GitError:
        return set(wanted)
    return set(filter(None, os.fsdecode(out).split("\0")))
