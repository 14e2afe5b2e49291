"""The contents of stashes."""

from __future__ import annotations

from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

GONE = ""  # instead of a blob id: the file was deleted


class Stash(Value):
    """Trees of one stash."""

    tracked: str
    untracked: str  # empty if the stash has none
    before: str  # HEAD's when the stash was made
    time: int

    def entry(self, objects: Objects, path: str) -> Entry | None:
        found = objects.entry(self.tracked, path)
        return found or (objects.entry(self.untracked, path) if self.untracked else None)

    def changes(self, objects: Objects, path: str) -> bool:
        return self.entry(objects, path) != objects.entry(self.before, path)


def every(repo: Repository, objects: Objects) -> list[Stash]:
    """Return all stashes, newest first."""
    if objects.commit("refs/stash") is None:
        return []
    found = []
    for name in repo.run("stash", "list", "--format=%H").out.decode().split():
        commit = objects.commit(name)
        if commit is not None:
            trees = [parent.tree if (parent := objects.commit(p)) else "" for p in commit.parents]
            found.append(Stash(commit.tree, "".join(trees[2:3]), "".join(trees[:1]), commit.time))
    return found


def stashed(repo: Repository, objects: Objects, wanted: Iterable[tuple[str, str]]) -> set[str]:
    """Return the paths whose given content (or `GONE`) a stash would restore."""
    pairs = set(wanted)
    stashes = every(repo, objects) if pairs else []
    return {path for path, oid in pairs if any(_restores(objects, stash, path, oid) for stash in stashes)}


def _restores(objects: Objects, stash: Stash, path: str, oid: str) -> bool:
    entry = stash.entry(objects, path)
    if oid == GONE:
        return entry is None and stash.changes(objects, path)
    return entry is not None and entry.oid == oid


def stashed_since(repo: Repository, objects: Objects, paths: Iterable[str], seconds: float) -> list[Change]:
    """Return the changes to these paths in stashes made since a time; the newest stash wins."""
    found: dict[str, Change] = {}
    wanted = list(paths)
    for stash in every(repo, objects) if wanted else []:
        for path in wanted:
            if stash.time >= seconds and path not in found and stash.changes(objects, path):
                entry = stash.entry(objects, path)
                found[path] = Change(path) if entry is None else Change(path, entry.mode, entry.oid)
    return list(found.values())
