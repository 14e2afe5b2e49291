"""Exact ownership of lines: replay all changes since a commit with git's own diffs.

All changes between two snapshots have one owner. A line keeps its owner as long as git's diff considers it
the same line, also when its file is renamed, and when a block is moved within the file or comes back.
"""

from __future__ import annotations

from itertools import pairwise

from entire.attribution.common import Effort
from entire.attribution.followed import FollowedFile
from entire.attribution.layout import MOST_STEPS
from entire.attribution.owner import (
    NOBODY,
    PERSON,
    UNTRACKED,
    FileLines,
    LeftOut,
    Lines,
    Older,
    Owned,
    Owner,
)
from entire.attribution.removed import MOVED, STAGED, RemovedLines
from entire.core.paths import ENTIRE_DIR
from entire.core.value import Value
from entire.git import patch
from entire.git.patch import FilePatch, Hunk
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence


class Step(Value):
    """A snapshot, and the owner of the changes since the previous one."""

    tree: str
    owner: Owner


class Replayed(Value):
    lines: Lines
    removed: int  # lines of agents, and of the base, that people removed
    agent_removed: int = 0  # lines of the parent that agents removed
    total_removed: int = 0  # all lines of the parent that the commit removes
    shared: int = 0  # of the unknown lines, those of agents: only their number is known


def attribute(
    repo: Repository,
    start: str,
    steps: Sequence[Step],
    base: str,
    commit: str,
    paths: Collection[str],
    last: Owner = PERSON,
    known: Sequence[FileLines] = (),
) -> Replayed:
    """Return the owners of the lines that a commit adds.

    ``start`` is the tree before the first step, ``base`` the tree of the commit's parent (they differ if HEAD
    moved meanwhile). ``paths`` are the files that the commit changes, with other names they may have had in
    between. ``last`` owns what is in no step: a person, or the turn that commits its own work. ``known`` are
    the owners of lines that are already in ``start``, if the commit is amended.
    """
    chain = [Step(start, NOBODY), *steps, Step(commit, last)]
    edits = [(before.tree, after) for before, after in pairwise(chain)]
    edits = [(before, after) for before, after in edits if before != after.tree]
    pairs = [(before, after.tree) for before, after in edits]
    answers = patch.patches(repo, [*pairs, (base, commit)], paths, without=(ENTIRE_DIR,))
    replay = Replay()
    for (_, step), found in zip(edits, answers, strict=False):
        replay.apply(found, step.owner, STAGED if step is chain[-1] else MOVED)
    [against_parent] = answers
    return replay.result(against_parent, {file.path: file for file in known}, onto_parent=start == base)


class Replay:
    """All changed files. Pure: `apply` the steps in order, then get the `result`."""

    def __init__(self) -> None:
        self._files: dict[str, FollowedFile] = {}
        self._effort = Effort(MOST_STEPS)
        self._gone = RemovedLines(any_layout=True)  # of all files: lines may move to another one
        self._bases: dict[str, str] = {}  # the blobs of changed files in the base

    def _file(self, path: str) -> FollowedFile:
        return FollowedFile(path, self._effort)

    def apply(self, patches: Iterable[FilePatch], owner: Owner, enough: int = MOVED) -> None:
        found = [(one, self._files.get(one.old_path) or self._file(one.old_path)) for one in patches]
        for one, file in found:
            if self._files.pop(one.old_path, None) is None:
                self._bases.setdefault(one.old_path, one.old_oid)
            file.remove(one, owner, self._gone)
        for one, file in found:
            file.add(one, owner, enough, self._gone)
        self._files |= {one.new_path: file for one, file in found}

    def result(
        self, patches: Sequence[FilePatch], known: Mapping[str, FileLines] = {}, *, onto_parent: bool = True
    ) -> Replayed:
        """Return the owners of all lines that the commit adds to its parent.

        ``onto_parent``: the base of the replay is the parent.
        """
        files = []
        removed = by_agents = in_all = 0
        blobs = self._blobs(patches, onto_parent)
        for one in patches:
            if one.left_out:
                continue
            file = self._files.get(one.new_path) or self._file(one.old_path)
            removers = _removers(file, one.hunks)
            removed += _removed(file, removers)
            by_agents += sum(by is not None and by.is_agent for by in removers)
            in_all += len(removers)
            owners = _owned(file, one.hunks, known.get(one.new_path), blobs)
            if owners:
                older = _older(owners, blobs)
                files.append(FileLines(one.new_path, one.new_oid, _ranges(owners), older))
        left_out = (LeftOut(one.new_path, one.left_out) for one in patches if one.left_out)
        return Replayed(Lines(tuple(files), tuple(left_out)), removed, by_agents, in_all)

    def _blobs(self, patches: Sequence[FilePatch], onto_parent: bool) -> dict[str, str]:
        """Return the files that the parent has as in the base: where lines of the base can be found."""
        changed = {one.old_path: one.old_oid for one in patches}
        if onto_parent:
            return self._bases | changed
        return {path: oid for path, oid in changed.items() if self._bases.get(path) == oid}


def _owned(
    file: FollowedFile, hunks: Sequence[Hunk], known: FileLines | None, blobs: Mapping[str, str]
) -> dict[int, Owner]:
    """Return the owner of each added line, counted from 1.

    Lines of the base that are moved, or in a renamed file, are nobody's if the parent does not have them.
    """
    before = {} if known is None else {n: part.owner for part in known.ranges for n in part.numbers()}
    elsewhere = file.owners_elsewhere(hunks)
    fallback = elsewhere[-1] if elsewhere else None
    spare = iter(elsewhere)
    found: dict[int, Owner] = {}
    for hunk in hunks:
        for line, one in enumerate(file.owners(hunk), hunk.new_start + 1):
            base = one + 1 if isinstance(one, int) else one.older if one.older_path == file.path else 0
            if isinstance(one, int):
                one = next(spare, fallback) or (file.renamed_by or NOBODY).replace(
                    older=one + 1, older_path=file.path
                )
            owner = before.get(base) or (NOBODY if one.older and one.older_path not in blobs else one)
            found[line] = UNTRACKED if file.lost else owner
    return found


def _ranges(owners: Mapping[int, Owner]) -> tuple[Owned, ...]:
    """Return ranges in which each added line occurs exactly once."""
    found: list[Owned] = []
    known: dict[Owner, Owner] = {}
    first = last = 0
    owner = NOBODY
    for line, one in owners.items():
        stored = known.setdefault(one, one.replace(older=0, older_path="")) if one.older else one
        if not last or line != last + 1 or stored != owner:
            if last:
                found.append(Owned(first, last, owner))
            first, owner = line, stored
        last = line
    return (*found, Owned(first, last, owner)) if last else ()


def _older(owners: Mapping[int, Owner], blobs: Mapping[str, str]) -> tuple[Older, ...]:
    """Return the lines that the parent has. ``blobs``: its files where they are found."""
    found: list[Older] = []
    for line, owner in owners.items():
        if not owner.older or owner.older_path not in blobs:
            continue
        last = found[-1] if found else None
        if last is not None and last.replace(number=0) == Older(
            line - last.number, 0, owner.older - last.number, owner.older_path, blobs[owner.older_path]
        ):
            found[-1] = last.replace(number=last.number + 1)
        else:
            found.append(Older(line, 1, owner.older, owner.older_path, blobs[owner.older_path]))
    return tuple(found)


def _removers(file: FollowedFile, hunks: Sequence[Hunk]) -> list[Owner | None]:
    """Return who removed each line of the parent that the commit removes; None if that is not known."""
    places = (hunk.old_start + index for hunk in hunks for index in range(len(hunk.removed)))
    return [file.removed_by.get(place) for place in places]


def _removed(file: FollowedFile, removers: Sequence[Owner | None]) -> int:
    """Count the lines that people removed and that were not their own."""
    own = sum(1 for line in file.gone.left() if line.owner.is_agent and not line.by.is_agent)
    return own + sum(1 for by in removers if by is not None and not by.is_agent)
