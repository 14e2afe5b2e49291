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
    """One session's files, and the shadow commit that holds them."""

    session_id: str
    source: str
    paths: Sequence[str]


def carry_forward(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[CarryForward],
    head: Commit,
    worktree_id: str,
    author: Author,
) -> None:
    """Write the sessions' files as they left them, with their conversations, to the branch of a new HEAD.

    Content comes from the shadow commits, not from the work tree: what is stashed away meanwhile is kept. One
    commit a session, all in one stream.
    """

    def build(tip: Commit | None) -> str | None:
        commit = tip.oid if tip is not None else None
        with Importer(repo) as importer:
            for session in sessions:
                parents = (commit,) if commit is not None else ()
                tree = head.tree if commit is None else None
                folder = session_metadata_dir(session.session_id)
                message = trailers.format_step(
                    SUBJECT, folder, session.session_id, STRATEGY_NAME_MANUAL_COMMIT
                )
                changes = _changes(objects, session, folder)
                commit, _ = importer.commit(changes, message, author.identity(), parents=parents, tree=tree)
        return commit

    advance(repo, objects, shadow_ref(head.oid, worktree_id), build)


def _changes(objects: Objects, session: CarryForward, folder: str) -> list[Change]:
    source = objects.commit(session.source)
    if source is None:
        return []
    changes = []
    for path in (*session.paths, folder):
        entry = objects.entry(source.tree, path)
        changes.append(Change(path) if entry is None else Change(path, entry.mode, entry.oid))
    return changes
