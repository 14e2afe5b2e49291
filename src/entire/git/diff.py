"""What a commit or the index changes, parsed from `-z` output."""

from __future__ import annotations

import os

from entire.core.value import Value
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class FileChange(Value):
    """A path that differs between two trees; a missing side has an all-zero id."""

    path: str
    status: str  # A, M, D or T
    old_oid: str
    new_oid: str
    new_mode: str = ""


def commit_changes(repo: Repository, commit: str) -> list[FileChange]:
    """Return what a commit changes against its first parent (everything, for a root commit)."""
    command = [
        "diff-tree",
        "--root",
        "-r",
        "-z",
        "--no-commit-id",
        "--no-renames",
        "--diff-merges=first-parent",
    ]
    return parse_raw(repo.run(*command, "--end-of-options", commit).out)


def changes_of(repo: Repository, commits: Iterable[str]) -> dict[str, dict[str, FileChange]]:
    """Return what each of these commits changes against its parent, by path. Merges change nothing."""
    request = "".join(f"{commit}\n" for commit in commits).encode()
    if not request:
        return {}
    command = ["diff-tree", "--stdin", "--root", "-r", "-z", "--no-renames"]
    found: dict[str, dict[str, FileChange]] = {}
    changes: dict[str, FileChange] = {}
    parts = iter(os.fsdecode(repo.run(*command, data=request).out).split("\0"))
    for part in parts:
        if part.startswith(":"):
            change = _raw(part, next(parts))
            changes[change.path] = change
        elif part:
            changes = found.setdefault(part, {})
    return found


class Staged:
    """The difference between the index and a commit, computed by git in the background."""

    def __init__(self, repo: Repository, index_file: str | None = None, against: str = "HEAD") -> None:
        command = ("diff-index", "--cached", "--raw", "-z", "--no-renames", against, "--")
        self._pending = repo.run_pending(*command, index_file=index_file)
        self._changes: list[FileChange] | None = None

    def result(self) -> list[FileChange]:
        """Wait for the result."""
        if self._changes is None:
            self._changes = parse_raw(self._pending.out())
        return self._changes


def staged_changes(
    repo: Repository, index_file: str | None = None, against: str = "HEAD"
) -> list[FileChange]:
    """Return how the index differs from a commit: what the next commit will change."""
    return Staged(repo, index_file, against).result()


def parse_raw(out: bytes) -> list[FileChange]:
    """`:mode mode oid oid status NUL path NUL` …"""
    parts = os.fsdecode(out).split("\0")
    changes = []
    for head, path in zip(parts[::2], parts[1::2], strict=False):
        changes.append(_raw(head, path))
    return changes


def _raw(head: str, path: str) -> FileChange:
    _, mode, old, new, status = head.lstrip(":").split(" ")
    return FileChange(path, status[0], old, new, mode)


_MAX_ARGUMENTS = 200  # with more paths than this, we filter git's output ourselves


class LineCounts(Value):
    added: int
    removed: int


def line_counts(
    repo: Repository, old: str, new: str, paths: list[str] | None = None
) -> dict[str, LineCounts]:
    """Return the lines added and removed per path between two trees, without binary files."""
    command = ["--literal-pathspecs", "diff-tree", "-r", "-z", "--no-renames", "--numstat", old, new, "--"]
    wanted = None if paths is None else set(paths)
    if wanted is not None and len(wanted) <= _MAX_ARGUMENTS:
        if not wanted:
            return {}
        command += wanted
    out = repo.run(*command).out
    counts = {}
    for record in os.fsdecode(out).split("\0"):
        added, _, rest = record.partition("\t")
        removed, _, path = rest.partition("\t")
        if added.isdigit() and removed.isdigit() and (wanted is None or path in wanted):
            counts[path] = LineCounts(int(added), int(removed))
    return counts


def tree_changes(repo: Repository, old: str, new: str) -> list[FileChange]:
    """Return what differs between two trees or commits."""
    command = ["diff-tree", "-r", "-z", "--no-renames", "--end-of-options", old, new]
    return parse_raw(repo.run(*command).out)
