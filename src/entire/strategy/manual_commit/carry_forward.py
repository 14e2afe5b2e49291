"""What a commit left out of a session's work. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entire.git.diff import FileChange


def remaining(
    touched: Iterable[str],
    changes: Mapping[str, FileChange],
    shadow: Mapping[str, str],
    on_disk: Mapping[str, str],
) -> list[str]:
    """The files that stay with the session for the next commit, in order.

    ``shadow`` and ``on_disk`` give blob ids by path; a path that is missing there does not exist there.
    """
    return [path for path in touched if _stays(path, changes.get(path), shadow.get(path), on_disk.get(path))]


def _stays(path: str, change: FileChange | None, kept: str | None, present: str | None) -> bool:
    if change is None:
        return True  # not in this commit
    if change.status == "D" or kept is None or kept == change.new_oid:
        return False  # gone, never stored, or committed as the session left it
    # Committed otherwise than the session left it: in part (`git add -p`), if the work tree has more.
    return present is not None and present != change.new_oid
