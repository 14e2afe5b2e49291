"""Checkpoints of automatic commits that are gone.

A strategy that commits after every turn leaves many commits, and people squash or drop them. Checkpoints of
commits that people made stay, whatever happens to the commit.
"""

from __future__ import annotations

import re

from entire.checkpoint import linked
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.model import CheckpointSummary, load
from entire.checkpoint.names import CHECKPOINTS_BRANCH, CHECKPOINTS_REF
from entire.core.paths import METADATA_FILE
from entire.git import refs
from entire.git.objects import list_tree
from entire.git.objects.read import SMALL, Objects
from entire.git.repository import Repository
from entire.remote.shared_refs import SEEN_REFS
from entire.strategy import registry

_ROOT = re.compile(rf"([0-9a-f]{{2}})/([0-9a-f]{{10}})/{re.escape(METADATA_FILE)}\Z")


def list_orphaned_checkpoints(repo: Repository, objects: Objects) -> list[str]:
    """Checkpoints that only our own branch has and that no commit on any branch, local or fetched, names.

    A checkpoint that another clone has too may belong to a commit that was never fetched.
    """
    made = _of_automatic_commits(repo, objects)
    named = linked.commits_of_checkpoints(repo) if made else {}
    elsewhere = _elsewhere(repo, objects) if made else []
    return [
        id
        for id in made
        if id not in named and all(objects.entry(tree, checkpoint_path(id)) is None for tree in elsewhere)
    ]


def _elsewhere(repo: Repository, objects: Objects) -> list[str]:
    """The trees of other clones' checkpoints branches, as last seen."""
    found = refs.listing(repo, "refs/remotes/", SEEN_REFS)
    tips = (objects.commit(ref.oid) for ref in found if ref.name.endswith(f"/{CHECKPOINTS_BRANCH}"))
    return [tip.tree for tip in tips if tip is not None]


def _of_automatic_commits(repo: Repository, objects: Objects) -> list[str]:
    """Ids of the checkpoints whose commit a strategy made. Read in one batch: there may be thousands."""
    tip = objects.commit(CHECKPOINTS_REF)
    roots = []
    for path, oid in list_tree.blobs(repo, tip.tree) if tip is not None else ():
        match = _ROOT.match(path)
        if match is not None:
            roots.append((match[1] + match[2], oid))
    found = zip(roots, objects.read_many([oid for _, oid in roots], SMALL), strict=True)
    return [id for (id, _), root in found if root is not None and _is_automatic(root.data)]


def _is_automatic(data: bytes) -> bool:
    summary = load(CheckpointSummary, data)
    return summary is not None and registry.makes_commits(summary.strategy)
