"""The commits that conversations may be from, with the lines that they add."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence

from entire.checkpoint import linked, trailers
from entire.checkpoint.names import NOTES_REF
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import history, patch
from entire.git.history import LoggedCommit
from entire.git.objects.read import Objects, empty_tree
from entire.git.patch import FilePatch
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.imports.match import Commit, File, plain
from entire.imports.read import Progress

_PORTION = 200


class Span(Value):
    """Times in seconds."""

    since: float  # commits since then are looked for
    oldest: float  # when the oldest line was written: commits since then may have it already


class Candidates(Value):
    """Commits, parents before children, and what each is and does."""

    commits: list[Commit]
    logged: dict[str, LoggedCommit]
    patches: dict[str, list[FilePatch]]


def gather(
    repo: Repository, objects: Objects, span: Span, paths: Collection[str], progress: Progress
) -> Candidates:
    """The commits of all branches since a time, as far as they change one of these files.

    Older authors first: of two branches, the commit that was made first has the lines.
    """
    first = f"--since=@{max(0, int(min(span)))}"
    logged = history.log(repo, *linked.EVERYWHERE, "--author-date-order", first, notes=NOTES_REF)
    logged.reverse()
    recent = set(history.since(repo, int(span.since), *linked.EVERYWHERE))
    wanted = {one.oid for one in logged if one.oid in recent and _has_no_link(one)}
    made = [one for one in logged if len(one.parents) < 2]
    changed = _patches(repo, objects, made, paths, progress)
    contents = _Contents(objects)
    commits = [_commit(contents, one, changed.get(one.oid, []), one.oid in wanted) for one in logged]
    return Candidates(commits, {one.oid: one for one in logged}, changed)


def _patches(
    repo: Repository,
    objects: Objects,
    made: Sequence[LoggedCommit],
    paths: Collection[str],
    progress: Progress,
) -> dict[str, list[FilePatch]]:
    found: dict[str, list[FilePatch]] = {}
    for start in range(0, len(made) if paths else 0, _PORTION):
        some = made[start : start + _PORTION]
        pairs = [
            (_tree(objects, one.parents[0]) if one.parents else "", _tree(objects, one.oid)) for one in some
        ]
        whole = [(old or empty_tree(new), new) for old, new in pairs]
        for one, changes in zip(some, patch.patches(repo, whole, paths), strict=True):
            found[one.oid] = changes
        progress("commits", min(start + _PORTION, len(made)))
    return found


def _tree(objects: Objects, oid: str) -> str:
    commit = objects.commit(oid)
    if commit is None:
        raise EntireError(
            f"commit {oid[:7]} is missing", "a shallow clone lacks it: run `git fetch --unshallow`"
        )
    return commit.tree


class _Contents:
    """The lines of versions of files. Most are in two commits, and most lines in many versions."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._known: dict[str, frozenset[str]] = {}

    def lines(self, oid: str) -> frozenset[str]:
        if oid not in self._known:
            data = self._objects.blob(oid) if oid.strip("0") else None
            texts = (plain(line) for line in _text(data or b"").splitlines())
            self._known[oid] = frozenset(map(sys.intern, texts))
        return self._known[oid]


def _has_no_link(logged: LoggedCommit) -> bool:
    """Whether a commit has no link, and did not lose one on purpose."""
    ids = (*trailers.checkpoint_ids(logged.message), *trailers.unlinked_ids(logged.message))
    return not ids and len(logged.parents) < 2


def _commit(contents: _Contents, logged: LoggedCommit, changes: Sequence[FilePatch], wanted: bool) -> Commit:
    files = tuple(_file(contents, one) for one in changes if one.hunks)
    return Commit(logged.oid, float(logged.time), logged.parents, files, wanted)


def _file(contents: _Contents, change: FilePatch) -> File:
    return File(
        change.new_path,
        change.old_path,
        tuple(_text(line) for hunk in change.hunks for line in hunk.added),
        tuple(_text(line) for hunk in change.hunks for line in hunk.removed),
        contents.lines(change.old_oid),
        contents.lines(change.new_oid),
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def added_numbers(change: FilePatch) -> list[int]:
    """The numbers of the lines that a commit adds to a file, from 1, in the order of `File.added`."""
    return [hunk.new_start + at + 1 for hunk in change.hunks for at in range(len(hunk.added))]


def worktree_roots(repo: Repository) -> list[str]:
    """The tops of all worktrees of a repository, also of those that were removed without git.

    Git still lists such a worktree when another repository has taken its place.
    """
    there = [found.worktree for found in worktrees.every(repo)]
    listed = history.worktree_branches(repo)
    gone = [path for path in listed if not os.path.lexists(os.path.join(path, ".git"))]
    return list(dict.fromkeys([*there, *gone]))
