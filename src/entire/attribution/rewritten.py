"""Find the lines of an amended, rebased or squashed commit in the recorded version of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entire.attribution.owner import FileLines
from entire.core.value import Value
from entire.git import patch
from entire.git.objects.read import Objects
from entire.git.objects.texts import hunks_between
from entire.git.patch import Hunk
from entire.git.repository import Repository


class Rewritten(Value):
    """A file whose content differs from the recorded one."""

    tree: str  # the commit's
    parent: str  # its parent's tree; the empty tree for a root commit
    path: str
    blob: str
    recorded: FileLines
    alone: bool  # the commit has only one checkpoint, which recorded everything it adds


def places(repo: Repository, objects: Objects, files: Sequence[Rewritten]) -> list[dict[int, int]]:
    """Map the lines of each file to their positions in the recorded one; new lines have none.

    If git still has the recorded content, we use a diff. If not (in another clone), we assume that a rebase
    moved the added lines without changing them: they are matched by order, if their number is the same.
    """
    found: list[dict[int, int]] = [{} for _ in files]
    texts = {}
    for index, file in enumerate(files):
        old, new = objects.blob(file.recorded.blob), objects.blob(file.blob)
        if old is not None and new is not None:
            texts[index] = (old, new)
    differences = hunks_between(repo, list(texts.values())) if texts else []
    for (index, (_, new)), hunks in zip(texts.items(), differences, strict=True):
        found[index] = {} if hunks is None else kept(hunks, new.count(b"\n") + 1)
    rest = [index for index, file in enumerate(files) if index not in texts and file.alone]
    added = _added(repo, [files[index] for index in rest])
    for index, now in zip(rest, added, strict=True):
        recorded = [
            line for part in files[index].recorded.ranges for line in range(part.first, part.last + 1)
        ]
        found[index] = dict(zip(now, recorded, strict=True)) if len(now) == len(recorded) else {}
    return found


def kept(hunks: Iterable[Hunk], lines: int) -> dict[int, int]:
    """Return new position → old position of all lines that both have; counted from 1."""
    found: dict[int, int] = {}
    new = old = 0
    for hunk in hunks:
        found.update(zip(range(new + 1, hunk.new_start + 1), range(old + 1, hunk.old_start + 1), strict=True))
        new, old = hunk.new_start + len(hunk.added), hunk.old_start + len(hunk.removed)
    found.update((line, line - new + old) for line in range(new + 1, lines + 1))
    return found


def _added(repo: Repository, files: Sequence[Rewritten]) -> list[list[int]]:
    """Return the lines that each commit adds to its file."""
    pairs = [(file.parent, file.tree) for file in files]
    answers = patch.patches(repo, pairs) if pairs else iter(())
    found = []
    for file, changed in zip(files, answers, strict=True):
        hunks = [hunk for one in changed if one.new_path == file.path for hunk in one.hunks]
        found.append([hunk.new_start + n + 1 for hunk in hunks for n in range(len(hunk.added))])
    return found
