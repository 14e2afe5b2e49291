"""Delete checkpoints from the tip of the branch. Its history keeps them until it is rewritten."""

from __future__ import annotations

from collections.abc import Sequence

from entire.checkpoint.branch import advance
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository


def delete_orphaned_checkpoints(
    repo: Repository, objects: Objects, checkpoint_ids: Sequence[str], author: Author
) -> list[str]:
    """Delete these checkpoints in one commit; return those that existed."""
    removed: list[str] = []

    def build(tip: Commit | None) -> str | None:
        nonlocal removed
        removed = [id for id in checkpoint_ids if tip is not None and _is_there(objects, tip, id)]
        if tip is None or not removed:
            return None
        changes = [Change(checkpoint_path(id)) for id in removed]
        message = f"Cleanup: removed {len(removed)} orphaned checkpoints"
        with Writer(repo, objects) as writer:
            return writer.commit(changes, message, author.identity(), parents=(tip.oid,))[0]

    advance(repo, objects, CHECKPOINTS_REF, build)
    return removed


def _is_there(objects: Objects, tip: Commit, checkpoint_id: str) -> bool:
    return (
        is_checkpoint_id(checkpoint_id)
        and objects.entry(tip.tree, checkpoint_path(checkpoint_id)) is not None
    )
