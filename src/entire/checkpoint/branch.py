"""Move one of our branches from the tip that the new one was computed from; recompute if it moved (I3)."""

from __future__ import annotations

import os
import time

from entire.git import refs
from entire.git.errors import GitError, RefChanged
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ATTEMPTS = 5


def is_empty(commit: Commit) -> bool:
    return commit.tree == empty_tree(commit.oid)


def advance(
    repo: Repository,
    objects: Objects,
    ref: str,
    build: Callable[[Commit | None], str | None],
    *,
    repair: bool = True,
) -> str | None:
    """Move ``ref`` to the commit that ``build`` makes from its tip (None: no such ref), unless it is None.

    Return the new tip. Raises RefChanged if other processes were always faster. If something is missing that
    the ref points to, it is repaired first, unless the caller does that itself.
    """
    try:
        return _advance(repo, objects, ref, build)
    except (GitError, RefChanged):
        if not repair:
            raise
        from entire.checkpoint.mend import mend

        if not mend(repo, ref):
            raise
    return _advance(repo, objects, ref, build)


def _advance(
    repo: Repository, objects: Objects, ref: str, build: Callable[[Commit | None], str | None]
) -> str | None:
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
