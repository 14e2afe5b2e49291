"""Create the branch of committed checkpoints if it is missing."""

from __future__ import annotations

from entire.checkpoint.branch import advance, is_empty
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git import history
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository

_MESSAGE = "Initialize metadata branch\n\nThis branch stores session metadata.\n"


def ensure_metadata_branch(repo: Repository, objects: Objects, author: Author) -> bool:
    """Create the branch, from origin's if it exists; return whether anything changed.

    An empty local branch is replaced by origin's: two unrelated histories could not be pushed.
    """

    def build(tip: Commit | None) -> str | None:
        origin = objects.commit(ORIGIN_CHECKPOINTS_REF)
        if tip is not None:
            replaced = is_empty(tip) and origin is not None and not is_empty(origin)
            return origin.oid if origin is not None and replaced else None
        if origin is not None:
            return origin.oid
        with Writer(repo, objects) as writer:
            return writer.commit([], _MESSAGE, author.identity())[0]

    return advance(repo, objects, CHECKPOINTS_REF, build) is not None


def is_metadata_disconnected(repo: Repository, objects: Objects) -> bool:
    """Whether the local branch and origin's have unrelated histories, so that pushing is impossible."""
    local, origin = (objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
    if local is None or origin is None or local.oid == origin.oid:
        return False
    return not history.is_connected(repo, local.oid, origin.oid)
