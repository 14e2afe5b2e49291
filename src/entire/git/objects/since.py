"""What branches have gained, if that is all that happened to them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from entire.core import files
from entire.git.errors import GitError
from entire.git.objects.walk import walk
from entire.git.repository import Repository

_MOST = 1000  # commits to name in one call of git
_LARGEST = 1 << 20  # bytes of packed refs
# With one of these, a commit can have other ancestors than before.
_UNUSUAL = ("shallow", "info/grafts", "refs/replace", "reftable")


def gained(repo: Repository, before: Sequence[str], now: Sequence[str]) -> list[str] | None:
    """Return the commits that ``now`` reaches and ``before`` did not, newest first.

    None if a commit is gone, or if it takes a look at all of them to know.
    """
    if not before or not now or len(before) + len(now) > _MOST or not is_usual(repo):
        return None
    try:
        if next(walk(repo, "--max-count=1", *before, "--not", *now), ""):
            return None
        return list(walk(repo, *now, "--not", *before))
    except GitError:  # a commit of before is not here any longer
        return None


def is_usual(repo: Repository) -> bool:
    """Whether commits have the ancestors that they name, and objects are where git puts them."""
    if any(os.path.exists(os.path.join(repo.common_dir, name)) for name in _UNUSUAL):
        return False
    try:
        packed = files.read(os.path.join(repo.common_dir, "packed-refs"), _LARGEST) or b""
    except OSError:
        return False
    return b" refs/replace/" not in packed
