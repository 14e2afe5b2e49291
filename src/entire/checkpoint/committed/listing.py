"""List committed checkpoints, and find the author of one, from the branch itself."""

from __future__ import annotations

from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core.paths import METADATA_FILE
from entire.git.identity import Author, parse_author
from entire.git.objects.read import SMALL, Objects, parse_tree
from entire.git.repository import Repository


def list_checkpoint_ids(objects: Objects) -> list[str]:
    """Return all checkpoints in this clone, sorted: on our branch and on origin's.

    Reads one tree per shard, and nothing else.
    """
    tips = (objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
    shards = [
        (name, entry.oid)
        for tree in dict.fromkeys(tip.tree for tip in tips if tip is not None)
        for name, entry in objects.tree(tree, SMALL).items()
        if len(name) == 2 and entry.is_tree
    ]
    ids: set[str] = set()
    trees = objects.read_many((oid for _, oid in shards), SMALL)
    for (shard, _), tree in zip(shards, trees, strict=True):
        entries = parse_tree(tree) if tree is not None and tree.kind == "tree" else {}
        ids.update(shard + name for name, entry in entries.items() if entry.is_tree)
    return sorted(filter(is_checkpoint_id, ids))


def get_checkpoint_author(repo: Repository, objects: Objects, checkpoint_id: str) -> Author | None:
    """Return the author of the commit that added a checkpoint; None if it does not exist."""
    found = find_stored(objects, checkpoint_id)
    if found is None:
        return None
    path = f"{checkpoint_path(checkpoint_id)}/{METADATA_FILE}"
    out = repo.run("rev-list", "--end-of-options", found[0].oid, "--", path).out.split()
    commit = objects.commit(out[-1].decode()) if out else None
    return None if commit is None else parse_author(commit.author)
