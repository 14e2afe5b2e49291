"""The diff of a commit or of a step, with the owner of each added line."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from entire.agent.arguments import ADDED
from entire.attribution.blame import Origin, origins
from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.checkpoint.index.index import Index
from entire.core.paths import is_infrastructure
from entire.git.blame import Blamed
from entire.git.errors import GitError
from entire.git.objects.read import SMALL, Objects, empty_tree
from entire.git.patch import LARGE, FilePatch, patches
from entire.git.repository import Repository
from entire.web.story.edits import Change, DiffLine, with_context

Owners = dict[tuple[str, int], Origin]
_MOST_LINES = 20_000  # of all files; what is longer is counted, but not shown


class FileChange(NamedTuple):
    """A file that changed. Field names are the names in JSON; there, ``status`` is `change`."""

    path: str
    original_path: str  # before a rename; else the same
    status: str  # A, M, D, R or T
    added: int
    removed: int
    agent_lines: int
    human_lines: int
    unknown_lines: int
    lines: list[DiffLine]
    why: str = ""  # why there are none: binary, large, submodule

    @property
    def has_owners(self) -> bool:
        return any((self.agent_lines, self.human_lines, self.unknown_lines))


def of_commit(index: Index, oid: str, *, only: str = "", most: int = _MOST_LINES) -> list[FileChange]:
    """What a commit changed; nothing if its parent is missing, as in a shallow clone.

    ``only``: in this file. ``most``: lines of all files that are shown.
    """
    commit = index.objects.commit(oid)
    parent = index.objects.commit(commit.parents[0]) if commit is not None and commit.parents else None
    if commit is None or (commit.parents and parent is None):
        return []
    before = parent.tree if parent is not None else empty_tree(commit.tree)
    return _with_owners(
        index, oid, between(index.repo, index.objects, before, commit.tree, only=only, most=most)
    )


def between(
    repo: Repository, objects: Objects, old: str, new: str, *, only: str = "", most: int = _MOST_LINES
) -> list[FileChange]:
    """How two trees differ, without owners."""
    try:
        [found] = patches(repo, [(old, new)], [only] if only else None)
    except GitError:
        return []
    left, files = most, []
    for patch in found:
        if is_infrastructure(patch.new_path):
            continue
        file = _file(objects, patch) if left > 0 else _counted(patch, [], LARGE)
        left -= len(file.lines)
        files.append(file if left >= 0 else file._replace(lines=[], why=LARGE))
    return files


def _file(objects: Objects, patch: FilePatch) -> FileChange:
    data = objects.blob(patch.new_oid, SMALL) if patch.new_oid.strip("0") and patch.hunks else b""
    new = [_text(line) for line in (data or b"").split(b"\n")]
    last = max((hunk.new_start + len(hunk.added) for hunk in patch.hunks), default=0)
    whole = data is not None and len(new) >= last
    changes = [
        Change([*map(_text, hunk.removed)], hunk.new_start, hunk.new_start + len(hunk.added))
        for hunk in patch.hunks
    ]
    lines = list(with_context(changes, new[:-1] if new[-1:] == [""] else new)) if whole else []
    return _counted(patch, lines, "" if whole else LARGE)


def _counted(patch: FilePatch, lines: list[DiffLine], why: str) -> FileChange:
    added = sum(len(hunk.added) for hunk in patch.hunks)
    removed = sum(len(hunk.removed) for hunk in patch.hunks)
    why = patch.left_out or why
    return FileChange(patch.new_path, patch.old_path, patch.status, added, removed, 0, 0, 0, lines, why)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").removesuffix("\r")


def _with_owners(index: Index, oid: str, files: list[FileChange]) -> list[FileChange]:
    places = [(file.path, line.line) for file in files for line in file.lines if line.sign == ADDED]
    found = origins(index, [Blamed(line, b"", oid, path, line) for path, line in places])
    owners = dict(zip(places, found, strict=True))
    counts: dict[str, Counter[str]] = {}
    for (path, _), one in owners.items():
        counts.setdefault(path, Counter())[_kind(one)] += 1
    return [_owned_file(file, owners, counts.get(file.path, Counter())) for file in files]


def _owned_file(file: FileChange, owners: Owners, counts: Counter[str]) -> FileChange:
    """Pure."""
    return file._replace(
        agent_lines=counts[AGENT],
        human_lines=counts[HUMAN],
        unknown_lines=counts[UNKNOWN],
        lines=[_owned(line, owners.get((file.path, line.line))) for line in file.lines],
    )


def _kind(origin: Origin) -> str:
    """Whose it is. A line that nothing is recorded about is not known."""
    return origin.owner.kind if origin.owner is not None else UNKNOWN


def _owned(line: DiffLine, origin: Origin | None) -> DiffLine:
    if origin is None or line.sign != ADDED:
        return line
    owner = origin.owner
    return line._replace(
        who=_kind(origin),
        agent=owner.agent if owner is not None else "",
        turn=owner.turn if owner is not None else 0,
    )
