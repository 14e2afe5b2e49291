"""Check that the checkpoints branch is readable and shares its history with origin's."""

from __future__ import annotations

import os
from collections.abc import Iterator

from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.metadata_branch import is_metadata_disconnected
from entire.checkpoint.model import CheckpointSummary, load
from entire.checkpoint.names import CHECKPOINTS_BRANCH, CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core.paths import METADATA_FILE
from entire.core.text import count
from entire.doctor.finding import Finding, Repair
from entire.git import history, refs
from entire.git.errors import GitError
from entire.git.objects.promised import promisor
from entire.git.objects.read import SMALL, Commit, Objects, parse_tree
from entire.git.objects.whole import Whole
from entire.git.repository import Repository

DISCONNECTED = "disconnected_metadata"
BROKEN = "broken_metadata"
UNREADABLE = "unreadable_checkpoints"
LIMIT = 50  # checkpoints to check, the last ones; for a full check there is `git fsck`

_DAMAGE = "a crash of the machine, a full disk, or objects that were removed"


def examine(repo: Repository, objects: Objects) -> list[Finding]:
    local = objects.commit(CHECKPOINTS_REF)
    if local is None:
        return [_broken(repo, "cannot be read")] if _is_there(repo) else []
    try:
        disconnected = is_metadata_disconnected(repo, objects)
        found = [_disconnected()] if disconnected else []
        last = history.log(repo, CHECKPOINTS_REF, limit=LIMIT)
    except GitError as error:
        return [_broken(repo, f"has a history that cannot be read: {error.detail.strip()}")]
    if promisor(repo):
        return found
    missing = next(_missing_trees(objects, local), "")
    if missing:
        return [*found, _broken(repo, f"lacks an object: {missing}")]
    ids = [commit.subject.removeprefix("Checkpoint: ") for commit in last]
    return found + _unreadable(repo, objects, local, [id for id in ids if is_checkpoint_id(id)])


def _is_there(repo: Repository) -> bool:
    """Whether the ref has a file; git ignores one without a valid id."""
    return any(ref.name == CHECKPOINTS_REF for ref in refs.listing(repo, CHECKPOINTS_REF)) or os.path.lexists(
        os.path.join(repo.common_dir, CHECKPOINTS_REF)
    )


def _broken(repo: Repository, what: str) -> Finding:
    log = os.path.join(repo.common_dir, "logs", CHECKPOINTS_REF)
    earlier = f"; its earlier tips are in {log}" if os.path.isfile(log) else ""
    return Finding(
        BROKEN,
        f"the branch {CHECKPOINTS_BRANCH} {what}",
        _DAMAGE,
        "`git fetch --refetch origin` may restore what is missing; otherwise `entire doctor --force` keeps "
        f"what is still there{earlier}",
        ref=CHECKPOINTS_BRANCH,
        repairs=(Repair.REPAIR,),
    )


def _disconnected() -> Finding:
    return Finding(
        DISCONNECTED,
        f"{CHECKPOINTS_BRANCH} and origin's have no history in common",
        "the branch was created here before origin's was fetched",
        "`entire doctor --force` replays yours on top of origin's; nothing is lost",
        ref=CHECKPOINTS_BRANCH,
        names=[CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF],
        repairs=(Repair.REPAIR,),
    )


def _missing_trees(objects: Objects, tip: Commit) -> Iterator[str]:
    """Yield the ids of missing trees: the root and its shards."""
    root = objects.read(tip.tree)
    if root is None:
        yield tip.tree
        return
    shards = [entry.oid for entry in parse_tree(root).values() if entry.is_tree]
    for oid, shard in zip(shards, objects.read_many(shards), strict=True):
        if shard is None:
            yield oid


def _unreadable(repo: Repository, objects: Objects, tip: Commit, ids: list[str]) -> list[Finding]:
    """Find recent checkpoints on the branch without a readable summary, or that are not complete."""
    entries = {id: objects.entry(tip.tree, checkpoint_path(id), SMALL) for id in ids}
    there = {id: entry.oid for id, entry in entries.items() if entry is not None}
    whole = Whole(repo, objects)
    names = (f"{tip.oid}:{checkpoint_path(id)}/{METADATA_FILE}" for id in there)
    found = list(objects.read_many(names))
    broken = [
        id
        for id, root in zip(there, found, strict=True)
        if load(CheckpointSummary, root.data if root is not None else None) is None
        or not whole.is_whole(there[id])
    ]
    if not broken:
        return []
    examples = ", ".join(broken[:3]) + (", …" if len(broken) > 3 else "")
    return [
        Finding(
            UNREADABLE,
            f"{count(len(broken), 'checkpoint')} of the last {len(there)} cannot be read: {examples}",
            _DAMAGE,
            "`git fetch --refetch origin` may restore what is missing; otherwise `entire doctor --force` "
            "keeps what is still there",
            ref=CHECKPOINTS_BRANCH,
            names=broken,
            repairs=(Repair.REPAIR,),
        )
    ]
