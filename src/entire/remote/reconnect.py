"""Reconnect a checkpoints branch that was started twice, by replaying it on top of the remote's.

A branch that was created here although the remote had one shares no commit with it, and cannot be pushed. Its
commits are replayed on top of the remote's tip. Checkpoints that both have are merged by a last commit, as in
any merge of two clones.
"""

from __future__ import annotations

from entire.checkpoint.branch import is_empty
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.git import history, refs
from entire.git.diff import FileChange
from entire.git.identity import Author
from entire.git.objects.deltas import deltas
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.remote.merge import MESSAGE, merge_trees


def reconnect(repo: Repository, objects: Objects, theirs_ref: str, author: Author) -> int | None:
    """Replay the local branch on top of ``theirs_ref``; return the number of commits, None if not needed."""
    local, theirs = objects.commit(CHECKPOINTS_REF), objects.commit(theirs_ref)
    if local is None or theirs is None or local.oid == theirs.oid:
        return None
    if history.is_connected(repo, local.oid, theirs.oid):
        return None
    tip, replayed = (theirs.oid, 0) if is_empty(local) else _replay(repo, objects, local, theirs, author)
    refs.update(repo, refs.Update(CHECKPOINTS_REF, local.oid, tip))
    return replayed


def _replay(
    repo: Repository, objects: Objects, local: Commit, theirs: Commit, author: Author
) -> tuple[str, int]:
    both = _checkpoints(objects, local.tree) & _checkpoints(objects, theirs.tree)
    tip, tree, replayed = theirs.oid, theirs.tree, 0
    with Writer(repo, objects) as writer:
        for delta in deltas(repo, local.oid):
            changes = [_change(change) for change in delta.changes if _checkpoint(change.path) not in both]
            if not changes:
                continue
            commit, after = writer.commit(
                changes, delta.message, author.identity(), parents=(tip,), author=delta.author
            )
            if after != tree:
                tip, tree, replayed = commit, after, replayed + 1
        if both:
            changes = merge_trees(objects, writer, theirs.tree, local.tree)
            tip, _ = writer.commit(changes, MESSAGE, author.identity(), parents=(tip,))
    return tip, replayed


def _change(change: FileChange) -> Change:
    return (
        Change(change.path) if change.status == "D" else Change(change.path, change.new_mode, change.new_oid)
    )


def _checkpoint(path: str) -> str:
    """Return the checkpoint of a file: the first two parts of its path."""
    return "/".join(path.split("/")[:2])


def _checkpoints(objects: Objects, tree: str) -> set[str]:
    shards = (item for item in objects.tree(tree).items() if item[1].is_tree)
    return {f"{shard}/{name}" for shard, entry in shards for name in objects.tree(entry.oid)}
