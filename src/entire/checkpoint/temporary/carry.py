"""Carry forward: write the files that a commit left out to the shadow branch of the new HEAD."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.names import shadow_ref
from entire.checkpoint.temporary import not_stored
from entire.checkpoint.temporary.snapshots import Row, last_snapshot
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
                parents = (commit,) if end is None else (commit, end.oid)
                folder = session_metadata_dir(session.session_id)
                message = trailers.format_step(SUBJECT, folder, session.session_id, strategy, head.oid)
                changes = changes_of(objects, source, session.paths, folder)
                changes += _from_work_tree(repo, objects, writer, source, session.paths)
                commit, _ = writer.commit(changes, message, identity, parents=parents, tree=tree)
        return commit

    advance(repo, objects, shadow_ref(head.oid, worktree_id), build)


def _from_work_tree(
    repo: Repository, objects: Objects, writer: Writer, source: Commit | None, paths: Sequence[str]
) -> list[Change]:
    """Store the files whose only copy is in the work tree: the shadow branch is lost, or lacks them."""
    lacking = not_stored.read(objects, source.tree) if source is not None else dict.fromkeys(paths, "")
    unknown = [path for path in paths if path in lacking]
    if not unknown:
        return []
    small = [path for path in unknown if not content.is_large(repo, path)]
    stored = content.snapshot(repo, writer, small, {})
    large = {path: lacking[path] or content.LARGE for path in unknown if path not in small}
    others = {path: why for path, why in lacking.items() if path not in unknown}
    tree = source.tree if source is not None else ""
    missing = others | large | not_stored.unreadable(small, stored)
    return [*stored, *not_stored.change(objects, writer, tree, missing)]


def changes_of(objects: Objects, source: Commit | None, paths: Sequence[str], folder: str) -> list[Change]:
    """Return the changes that copy a session's files and folder from ``source`` to another tree."""
    if source is None:
        return []
    changes = []
    for path in (*paths, folder, not_stored.PATH):
        entry = objects.entry(source.tree, path)
        changes.append(Change(path) if entry is None else Change(path, entry.mode, entry.oid))
    return changes
