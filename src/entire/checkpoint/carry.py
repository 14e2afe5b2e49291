"""Carrying work over to the next commit: a shadow branch of the new HEAD with what the commit left out."""

from __future__ import annotations

from collections.abc import Sequence

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.names import shadow_ref
from entire.core.paths import session_metadata_dir
from entire.core.settings import STRATEGY_NAME_MANUAL_COMMIT
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.importer import Change, Importer
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository

SUBJECT = "carry forward: uncommitted session files"


class CarryForward(Value):
    """Whose files go from one shadow commit to the branch of a new HEAD."""

    session_id: str
    worktree_id: str
    source: str  # the shadow commit that holds them
    head: Commit
    paths: Sequence[str]


def carry_forward(repo: Repository, objects: Objects, what: CarryForward, author: Author) -> None:
    """Write them as the session left them, with its conversation.

    Content comes from the shadow commit, not from the work tree: what is stashed away meanwhile is kept.
    """
    source = objects.commit(what.source)
    changes = []
    for path in (*what.paths, session_metadata_dir(what.session_id)):
        entry = objects.entry(source.tree, path) if source is not None else None
        changes.append(Change(path, entry.mode, entry.oid) if entry is not None else Change(path))
    message = trailers.format_step(
        SUBJECT, session_metadata_dir(what.session_id), what.session_id, STRATEGY_NAME_MANUAL_COMMIT
    )

    def build(tip: Commit | None) -> str:
        with Importer(repo) as importer:
            parents = (tip.oid,) if tip is not None else ()
            tree = None if tip is not None else what.head.tree
            return importer.commit(changes, message, author.identity(), parents=parents, tree=tree)[0]

    advance(repo, objects, shadow_ref(what.head.oid, what.worktree_id), build)
