"""What a commit made now would link: the decision of prepare-commit-msg, with the work tree as it is."""

from __future__ import annotations

import hashlib
import os

from entire.core import files
from entire.git import diff
from entire.git.diff import FileChange
from entire.git.objects import read
from entire.git.objects.read import Object, Objects
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.git.worktree.status import Changed, Status
from entire.session import capture as captures
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits import merged
from entire.strategy.commits.work import gather
from entire.strategy.links.made_from import LARGEST
from entire.strategy.next_commit import NextCommit
from entire.strategy.turn.sizes import too_many
from entire.strategy.turn.unseen import begin_unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MISSING = "?"


def next_commit(repo: Repository, store: Store, *, everything: bool = False) -> NextCommit | None:
    """What a person's commit would link; None if no session has work here.

    With ``everything``, also what is not staged, and whether or not something is.
    """
    states = store.in_worktree(repo.worktree_id)
    for state in states:
        begin_unseen(repo, store, state, now=True)
    states = [s for s in states if s.files_touched or s.is_active or captures.open_tasks(repo, s.session_id)]
    if not states:
        return None
    now = status.read(repo)
    if not now.head:
        return None
    staged = [] if everything else diff.staged_changes(repo)
    objects = _WithFiles(repo)
    with objects:
        changes = staged or [_as_committed(repo, objects, entry) for entry in _read(now, states)]
        if merged.in_progress(repo):
            changes = merged.staged_work(repo, objects, changes, only_resolved=True)
        by_path = {change.path: change for change in changes}
        works = [
            gather(repo, objects, store, state, by_path, at_terminal=True, locked=False) for state in states
        ]
    linked = [work for work in works if work.overlap]
    if not linked and not staged:
        return None
    paths = sorted({path for work in linked for path in work.overlap})
    return NextCommit(paths, [work.state.session_id for work in linked], bool(staged))


def _read(now: Status, states: Sequence[State]) -> list[Changed]:
    """The changes to look at. Among too many new files, none is looked at for what it may be renamed from."""
    if not too_many(len(now.untracked)):
        return now.changed
    touched = {path for state in states for path in state.files_touched}
    return [entry for entry in now.changed if entry.kind != "untracked" or entry.path in touched]


def _as_committed(repo: Repository, objects: _WithFiles, entry: Changed) -> FileChange:
    """A change of the work tree, as `git add -A` would stage it."""
    if entry.kind == "deleted":
        return FileChange(entry.path, "D", "", "")
    known = entry.kind == "untracked"
    return FileChange(
        entry.path, "A" if known else "M", "", objects.add(repo, entry.path) if known else _MISSING
    )


class _WithFiles(Objects):
    """Objects that git has, and files that it would get. Nothing is stored."""

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo)
        self._hash = "sha256" if repo.object_format == "sha256" else "sha1"
        self._files: dict[str, bytes] = {}

    def add(self, repo: Repository, path: str) -> str:
        """The blob id of a file, unless it is too large to compare."""
        try:
            large = os.lstat(repo.path(path)).st_size > LARGEST
            data = None if large else files.read(repo.path(path))
        except (OSError, ValueError):
            data = None
        if data is None:
            return _MISSING
        oid = hashlib.new(self._hash, b"blob %d\0%b" % (len(data), data)).hexdigest()
        self._files[oid] = data
        return oid

    def read_many(self, names: Iterable[str], limit: int = read.LARGEST) -> Iterator[Object | None]:
        for name in names:
            data = self._files.get(name)
            if data is not None:
                yield Object(name, "blob", data)
            else:
                yield from super().read_many([name], limit) if name != _MISSING else [None]

    def sizes(self, oids: Iterable[str]) -> dict[str, int]:
        wanted = [oid for oid in oids if oid != _MISSING]
        known = {oid: len(self._files[oid]) for oid in wanted if oid in self._files}
        return known | super().sizes(oid for oid in wanted if oid not in known)
