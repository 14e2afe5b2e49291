"""Moving a branch of ours: compared with the tip it was computed from, computed anew when that moved (I3)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from entire.git import refs
from entire.git.errors import RefChanged
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository

ATTEMPTS = 5

_EMPTY_TREES = frozenset(
    {
        "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",  # SHA-256 repositories
    }
)


def is_empty(commit: Commit) -> bool:
    return commit.tree in _EMPTY_TREES


def advance(
    repo: Repository, objects: Objects, ref: str, build: Callable[[Commit | None], str | None]
) -> str | None:
    """Move ``ref`` to what ``build`` makes of its tip (None: no such ref); nothing if that is None.

    Returns where the ref was moved to. Raises RefChanged when others were always faster.
    """
    attempt = 0
    while True:
        tip = objects.commit(ref)
        new = build(tip)
        if new is None:
            return None
        try:
            refs.update(repo, refs.Update(ref, tip.oid if tip else None, new))
        except RefChanged:
            attempt += 1
            if attempt == ATTEMPTS:
                raise
            time.sleep(os.urandom(1)[0] / 256 * 0.02 * attempt)
            continue
        return new
