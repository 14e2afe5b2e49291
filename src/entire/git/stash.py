"""What is put away in stashes."""

from __future__ import annotations

from collections.abc import Iterable

from entire.git.objects import Objects
from entire.git.repository import Repository


def stashed(repo: Repository, objects: Objects, wanted: Iterable[tuple[str, str]]) -> set[str]:
    """Those of the paths whose given content lies in any stash: of tracked files, or of untracked ones."""
    if objects.commit("refs/stash") is None:
        return set()
    pairs = set(wanted)
    found: set[str] = set()
    for name in repo.run("stash", "list", "--format=%H").out.decode().split():
        stash = objects.commit(name)
        if stash is None:
            continue
        trees = [
            stash.tree,
            *(untracked.tree for p in stash.parents[2:3] if (untracked := objects.commit(p))),
        ]
        for path, oid in pairs:
            entries = (objects.entry(tree, path) for tree in trees)
            if any(entry is not None and entry.oid == oid for entry in entries):
                found.add(path)
    return found
