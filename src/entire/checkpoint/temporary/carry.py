"""Carry forward: write the files that a commit left out to the shadow branch of the new HEAD."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.names import shadow_ref
from entire.checkpoint.temporary.snapshots import Row, Snapshot, last_snapshot
from entire.core.paths import session_metadata_dir
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SUBJECT = "carry forward: uncommitted session files"


class CarryForward(Value):
    """One session's files, and the shadow commit that contains them."""

    session_id: str
    source: str
    paths: Sequence[str]
    earlier: Sequence[Snapshot] = ()  # of the steps up to `source`, if it has none: the reference's


def carry_forward(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[CarryForward],
    head: Commit,
    worktree_id: str,
    author: Author,
    strategy: str,
) -> None:
    """Write the sessions' files and conversations to the shadow branch of a new HEAD.

    Content comes from the shadow commits, not from the work tree, so that stashed work is kept. Writes one
    commit per session, all at once.
    """

    def build(tip: Commit | None) -> str | None:
        commit = tip.oid if tip is not None else None
        with Writer(repo, objects) as writer:
            for session in sessions:
                source = objects.commit(session.source)
                identity, tree = author.identity(), head.tree if commit is None else None
                if commit is None:
                    commit = Row(writer, None, head.tree, head.oid, identity).end
                end = last_snapshot(objects, source)
                parents: tuple[str, ...] = (commit,) if end is None else (commit, end.oid)
                if end is None and session.earlier:
                    parents += (Row(writer, None, head.tree, head.oid, identity, session.earlier).end,)
                folder = session_metadata_dir(session.session_id)
                message = trailers.format_step(SUBJECT, folder, session.session_id, strategy, head.oid)
                changes = changes_of(objects, source, session.paths, folder)
                unknown = _unknown(source, session.paths)
                if unknown:
                    present = content.snapshot(repo, writer, content.without_large(repo, unknown), {})
                    message += trailers.format_lacks(content.not_stored(unknown, present))
                    changes = [c for c in changes if c.path not in unknown] + present
                commit, _ = writer.commit(changes, message, identity, parents=parents, tree=tree)
        return commit

    advance(repo, objects, shadow_ref(head.oid, worktree_id), build)


def _unknown(source: Commit | None, paths: Sequence[str]) -> list[str]:
    """Return the files whose only copy is in the work tree: the shadow branch is lost, or lacks them."""
    if source is None:
        return list(paths)
    lacks = set(trailers.lacks(source.message))
    return [path for path in paths if path in lacks]


def changes_of(objects: Objects, source: Commit | None, paths: Sequence[str], folder: str) -> list[Change]:
    """Return the changes that copy a session's files and folder from ``source`` to another tree."""
    if source is None:
        return []
    changes = []
    for path in (*paths, folder):
        entry = objects.entry(source.tree, path)
        changes.append(Change(path) if entry is None else Change(path, entry.mode, entry.oid))
    return changes
