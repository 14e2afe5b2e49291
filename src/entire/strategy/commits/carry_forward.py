"""Which of a session's files a commit left out: they stay with the session for the next commit. Pure."""

from __future__ import annotations

from entire.core.value import Value
from entire.git.diff import FileChange
from entire.git.worktree.content import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


class Versions(Value):
    """The versions of a session's files after a commit: blob ids by path, without paths that do not exist."""

    shadow: Mapping[str, str]  # as the session left them
    head: Mapping[str, str]
    disk: Mapping[str, str]  # or `UNKNOWN`
    stashed: Collection[str]  # paths whose content, as the session left it, is in a stash
    renamed: Mapping[str, str]  # committed under another name: old path → new


def remaining(touched: Iterable[str], changes: Mapping[str, FileChange], versions: Versions) -> list[str]:
    """The files that still wait for a commit, in order."""
    return [path for path in touched if _stays(path, changes.get(path), versions)]


def _stays(path: str, change: FileChange | None, versions: Versions) -> bool:
    kept, present = versions.shadow.get(path), versions.disk.get(path)
    if path in versions.renamed:
        return path in versions.stashed  # another file, that is only similar
    if change is not None:
        if change.status == "D" or kept is None or kept == change.new_oid:
            return False  # deleted, never stored, or committed as the session left it
        # Not committed as the session left it: only in part (`git add -p`), if the work tree has more.
        return path in versions.stashed or present not in (None, UNKNOWN, change.new_oid)
    if present != versions.head.get(path):
        return True  # not committed yet
    return path in versions.stashed  # same as HEAD again: reverted, unless it is only stashed
