"""List committed checkpoints, and find their authors, from the branch itself."""

from __future__ import annotations

from collections.abc import Iterable

from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core.paths import METADATA_FILE
from entire.git import history
from entire.git.identity import Author, parse_author
from entire.git.objects.read import SMALL, Objects, parse_tree
from entire.git.repository import Repository

_SUBJECT = "Checkpoint: "
_FEW = 3  # checkpoints that are not worth a walk through all commits


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


def list_authors(repo: Repository, tips: Iterable[str], known: Iterable[str] = ()) -> dict[str, str]:
    """Return who wrote each checkpoint, as `name <email>`, in one walk through the branch.

    ``known`` are commits whose ancestors are not of interest. A checkpoint that the subject of no commit
    names, as after a merge of branches without common history, is not found.
    """
    wanted = list(tips)
    found: dict[str, str] = {}
    for commit in history.new_without_notes(repo, wanted, known, _SUBJECT) if wanted else ():
        if commit.subject.startswith(_SUBJECT):  # newest first: the oldest counts
            found[commit.subject.removeprefix(_SUBJECT).strip()] = commit.author
    return found


def get_authors(repo: Repository, objects: Objects, ids: Iterable[str]) -> dict[str, str]:
    """The same for some checkpoints, wherever their commits are."""
    wanted = list(ids)
    if len(wanted) < _FEW:
        return {id: _author(repo, objects, id) for id in wanted}
    tips = (objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
    named = list_authors(repo, [tip.oid for tip in tips if tip is not None])
    return {id: named.get(id) or _author(repo, objects, id) for id in wanted}


def _author(repo: Repository, objects: Objects, id: str) -> str:
    found = get_checkpoint_author(repo, objects, id)
    return f"{found.name} <{found.email}>" if found is not None else ""
