"""What a merge contains beyond what it merges: the rest was made, and is linked, elsewhere."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.pattern import HEX, made_of
from entire.git import diff
from entire.git.diff import FileChange
from entire.git.environment import commit_index
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.promises import Promise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def resolved(changes: Iterable[FileChange], merged: Iterable[Mapping[str, str]]) -> list[FileChange]:
    """Pure: the changes against the first parent that are in none of these versions.

    ``merged``: the blobs of the changed files, by path, in the other parents, and in what git made of all.
    """
    versions = list(merged)
    return [
        change
        for change in changes
        if all(change.new_oid.strip("0") != known.get(change.path, "").strip("0") for known in versions)
    ]


def staged_work(
    repo: Repository, objects: Objects, changes: list[FileChange], *, only_resolved: bool = False
) -> list[FileChange]:
    """What is staged, without what a merge in progress brings.

    ``only_resolved``: git says nothing of a merge, or not what it made of it (an old one does not), but there
    is one: then nothing counts.
    """
    others = _names(repo, "MERGE_HEAD")
    made = _names(repo, "AUTO_MERGE")[:1] if others else []
    if not changes or (only_resolved and not made):
        return []
    if not others:
        return changes
    if made:  # git compares whole trees: others may have changed many files
        resolved_here = {change.path for change in diff.staged_changes(repo, commit_index(), made[0])}
        changes = [change for change in changes if change.path in resolved_here]
    commits = [commit for oid in others if (commit := objects.commit(oid)) is not None]
    return resolved(changes, _versions(objects, changes, [commit.tree for commit in commits]))


def committed_work(
    objects: Objects, commit: Commit, changes: Mapping[str, FileChange], promise: Promise | None = None
) -> Mapping[str, FileChange]:
    """What a commit changes, without what it merges: prepare-commit-msg saw what git made of that."""
    others = [other for oid in commit.parents[1:] if (other := objects.commit(oid)) is not None]
    if not others:
        return changes
    known = {path for id in promise.sessions for path in promise.files_of(id)} if promise is not None else ()
    found = [change for change in changes.values() if not known or change.path in known]
    left = resolved(found, _versions(objects, found, [other.tree for other in others]))
    return {change.path: change for change in left}


def in_progress(repo: Repository) -> bool:
    return os.path.lexists(os.path.join(repo.git_dir, "MERGE_HEAD"))


def _versions(objects: Objects, changes: list[FileChange], trees: list[str]) -> list[dict[str, str]]:
    return [
        {
            change.path: entry.oid
            for change in changes
            if (entry := objects.entry(tree, change.path)) is not None
        }
        for tree in trees
    ]


def _names(repo: Repository, name: str) -> list[str]:
    """The objects that a file of git's names."""
    words = files.read_or_empty(os.path.join(repo.git_dir, name)).decode("ascii", "replace").split()
    return [word for word in words if made_of(word, HEX, 40, 64)]
