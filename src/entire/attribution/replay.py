"""Exact ownership of lines: replay all changes since a commit with git's own diffs.

All changes between two snapshots have one owner. A line keeps its owner as long as git's diff considers it
the same line, also when its file is renamed, and when a block is moved within the file or comes back.
"""

from __future__ import annotations

from itertools import groupby, pairwise

from entire.attribution.followed import FollowedFile
from entire.attribution.owner import NOBODY, PERSON, FileLines, LeftOut, Lines, Owned, Owner
from entire.attribution.removed import MOVED, STAGED
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
    return replay.result(against_parent, {file.path: file for file in known})


class Replay:
    """All changed files. Pure: `apply` the steps in order, then get the `result`."""

    def __init__(self) -> None:
        self._files: dict[str, FollowedFile] = {}

    def apply(self, patches: Iterable[FilePatch], owner: Owner, enough: int = MOVED) -> None:
        found = [(one, self._files.get(one.old_path) or FollowedFile()) for one in patches]
        for one, file in found:
            self._files.pop(one.old_path, None)
            file.apply(one, owner, enough)
        self._files |= {one.new_path: file for one, file in found}

    def result(self, patches: Sequence[FilePatch], known: Mapping[str, FileLines] = {}) -> Replayed:
        """Return the owners of all lines that the commit adds to its parent."""
        files = []
        removed = 0
        for one in patches:
            if one.left_out:
                continue
            file = self._files.get(one.new_path) or FollowedFile()
            removed += _removed(file, one.hunks)
            ranges = tuple(_ranges(file, one.hunks, known.get(one.new_path)))
            if ranges:
                files.append(FileLines(one.new_path, one.new_oid, ranges))
        left_out = (LeftOut(one.new_path, one.left_out) for one in patches if one.left_out)
        return Replayed(Lines(tuple(files), tuple(left_out)), removed)


def _ranges(file: FollowedFile, hunks: Sequence[Hunk], known: FileLines | None) -> list[Owned]:
    """Return ranges in which each added line occurs exactly once."""
    before = {} if known is None else {n: part.owner for part in known.ranges for n in part.numbers()}
    elsewhere = file.owners_elsewhere(hunks)
    fallback = (elsewhere or [file.renamed_by or NOBODY])[-1]
    spare = iter(elsewhere)
    ranges = []
    for hunk in hunks:
        line = hunk.new_start + 1
        found = (before.get(one + 1, one) if isinstance(one, int) else one for one in file.owners(hunk))
        owners = (next(spare, fallback) if isinstance(one, int) else one for one in found)
        for owner, same in groupby(NOBODY if file.lost else owner for owner in owners):
            past = line + len(list(same))
            ranges.append(Owned(line, past - 1, owner))
            line = past
    return ranges


def _removed(file: FollowedFile, hunks: Sequence[Hunk]) -> int:
    """Count the lines that people removed and that were not their own."""
    own = sum(1 for line in file.gone.left() if line.owner.is_agent and not line.by.is_agent)
    base = (
        file.removed_by.get(hunk.old_start + index) for hunk in hunks for index in range(len(hunk.removed))
    )
    return own + sum(1 for by in base if by is not None and not by.is_agent)
