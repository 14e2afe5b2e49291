"""Many committed checkpoints at once, and who wrote one.

Names are asked for in batches: a list costs a few exchanges with one git process, not one per checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable

from entire.checkpoint.committed_read import branch_tip, find_stored
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.model import CheckpointSummary, CommittedInfo, CommittedMetadata, load
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import clock
from entire.core.paths import METADATA_FILE
from entire.git.identity import Author, parse_author
from entire.git.objects import Object, Objects, parse_tree
from entire.git.repository import Repository


def list_checkpoint_ids(objects: Objects) -> list[str]:
    """All checkpoints that are here, sorted: our own, and what others pushed and we fetched.

    Reads a tree a shard and nothing else.
    """
    tips = (objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
    shards = [
        (name, entry.oid)
        for tree in dict.fromkeys(tip.tree for tip in tips if tip is not None)
        for name, entry in objects.tree(tree).items()
        if len(name) == 2 and entry.is_tree
    ]
    ids: set[str] = set()
    trees = objects.read_many(oid for _, oid in shards)
    for (shard, _), tree in zip(shards, trees, strict=True):
        entries = parse_tree(tree) if tree is not None and tree.kind == "tree" else {}
        ids.update(shard + name for name, entry in entries.items() if entry.is_tree)
    return sorted(filter(is_checkpoint_id, ids))


def list_committed(objects: Objects, checkpoint_ids: Iterable[str] | None = None) -> list[CommittedInfo]:
    """Checkpoints of the branch, all or those given that are there; latest first."""
    ids = list_checkpoint_ids(objects) if checkpoint_ids is None else _distinct(checkpoint_ids)
    tip = branch_tip(objects)
    if tip is None:
        return []
    roots = objects.read_many(f"{tip.oid}:{checkpoint_path(id)}/{METADATA_FILE}" for id in ids)
    summaries = {}
    for id, found in zip(ids, list(roots), strict=True):
        summary = load(CheckpointSummary, _data(found))
        if summary is not None:
            summaries[id] = summary
    infos = _infos(objects, tip.oid, summaries)
    return sorted(infos, key=lambda info: clock.timestamp(info.created_at) or 0.0, reverse=True)


def _distinct(ids: Iterable[str]) -> list[str]:
    return [id for id in dict.fromkeys(ids) if is_checkpoint_id(id)]


def _infos(objects: Objects, tip: str, summaries: dict[str, CheckpointSummary]) -> list[CommittedInfo]:
    wanted = [(id, index) for id, summary in summaries.items() for index in range(len(summary.sessions))]
    names = (f"{tip}:{checkpoint_path(id)}/{index}/{METADATA_FILE}" for id, index in wanted)
    sessions: dict[str, list[CommittedMetadata]] = {id: [] for id in summaries}
    for (id, _), found in zip(wanted, objects.read_many(names), strict=True):
        metadata = load(CommittedMetadata, _data(found))
        if metadata is not None:
            sessions[id].append(metadata)
    return [_info(id, summary, sessions[id]) for id, summary in summaries.items()]


def _data(found: Object | None) -> bytes | None:
    return found.data if found is not None and found.kind == "blob" else None


def _info(id: str, summary: CheckpointSummary, sessions: list[CommittedMetadata]) -> CommittedInfo:
    # Before there were slots, the root described the only session.
    latest = sessions[-1] if sessions else CommittedMetadata.from_json(summary.to_json())
    return CommittedInfo(
        checkpoint_id=id,
        session_id=latest.session_id,
        created_at=latest.created_at,
        checkpoints_count=summary.checkpoints_count,
        files_touched=summary.files_touched,
        agent=latest.agent,
        is_task=latest.is_task,
        tool_use_id=latest.tool_use_id,
        session_count=max(1, len(summary.sessions)),
        session_ids=[session.session_id for session in sessions] or [latest.session_id],
        branch=summary.branch,
        strategy=summary.strategy,
        token_usage=summary.token_usage,
    )


def get_checkpoint_author(repo: Repository, objects: Objects, checkpoint_id: str) -> Author | None:
    """Who wrote the commit that brought the checkpoint in, None if it is not there."""
    found = find_stored(objects, checkpoint_id)
    if found is None:
        return None
    path = f"{checkpoint_path(checkpoint_id)}/{METADATA_FILE}"
    out = repo.run("rev-list", "--end-of-options", found[0].oid, "--", path).out.split()
    commit = objects.commit(out[-1].decode()) if out else None
    return None if commit is None else parse_author(commit.author)
