"""Count checkpoints that were not pushed."""

from __future__ import annotations

from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.git.objects.read import Object, Objects, parse_tree


def count_unpushed(objects: Objects, seen: str) -> int:
    """Return how many checkpoints a remote lacks; ``seen`` is the ref that tracks the remote's branch.

    Reads two commits if the branches are equal, or else two trees for each shard that differs.
    """
    here, there = (objects.commit(ref) for ref in (CHECKPOINTS_REF, seen))
    if here is None or (there is not None and there.tree == here.tree):
        return 0
    own = _shards(objects, here.tree)
    known = {} if there is None else _shards(objects, there.tree)
    differing = [shard for shard, oid in own.items() if known.get(shard) != oid]
    ours = objects.read_many(own[shard] for shard in differing)
    ids = {shard: _ids(shard, tree) for shard, tree in zip(differing, ours, strict=True)}
    both = [shard for shard in differing if shard in known]
    theirs = objects.read_many(known[shard] for shard in both)
    for shard, tree in zip(both, theirs, strict=True):
        ids[shard] -= _ids(shard, tree)
    return sum(map(len, ids.values()))


def _shards(objects: Objects, tree: str) -> dict[str, str]:
    return {name: entry.oid for name, entry in objects.tree(tree).items() if len(name) == 2 and entry.is_tree}


def _ids(shard: str, tree: Object | None) -> set[str]:
    entries = parse_tree(tree) if tree is not None and tree.kind == "tree" else {}
    return {shard + name for name in entries if is_checkpoint_id(shard + name)}
