"""The branch that holds committed checkpoints: made when it is missing."""

from __future__ import annotations

from entire.checkpoint.branch import advance, is_empty
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.git.identity import Author
from entire.git.importer import Importer
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository

_MESSAGE = "Initialize metadata branch\n\nThis branch stores session metadata.\n"


def ensure_metadata_branch(repo: Repository, objects: Objects, author: Author) -> bool:
    """Make the branch, from origin's if that has one; whether anything was done.

    A local branch that holds nothing gives way to origin's: history that starts twice cannot be pushed.
    """

    def build(tip: Commit | None) -> str | None:
        origin = objects.commit(ORIGIN_CHECKPOINTS_REF)
        if tip is not None:
            replaced = is_empty(tip) and origin is not None and not is_empty(origin)
            return origin.oid if origin is not None and replaced else None
        if origin is not None:
            return origin.oid
        with Importer(repo) as importer:
            return importer.commit([], _MESSAGE, author.identity())[0]

    return advance(repo, objects, CHECKPOINTS_REF, build) is not None
