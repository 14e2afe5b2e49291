"""What a commit left out of a session's work: it stays with the session for the next one. Pure."""

from __future__ import annotations

from entire.core.value import Value
from entire.git.diff import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


class Places(Value):
    """Where a session's files are after a commit: blob ids by path; a path that is missing is not there."""

    shadow: Mapping[str, str]  # as the session left them
    head: Mapping[str, str]
    disk: Mapping[str, str]
    stashed: Collection[str]  # paths whose content, as the session left it, lies in a stash
    renamed: Mapping[str, str]  # committed under another name: old path → new


def remaining(touched: Iterable[str], changes: Mapping[str, FileChange], places: Places) -> list[str]:
    """The files that are not done with, in order."""
    return [path for path in touched if _stays(path, changes.get(path), places)]


def _stays(path: str, change: FileChange | None, places: Places) -> bool:
    kept, present = places.shadow.get(path), places.disk.get(path)
    if path in places.renamed:
        return False
    if change is not None:
        if change.status == "D" or kept is None or kept == change.new_oid:
            return False  # gone, never stored, or committed as the session left it
        # Committed otherwise than the session left it: in part (`git add -p`), if there is more of it.
        return path in places.stashed or (present is not None and present != change.new_oid)
    if present != places.head.get(path):
        return True  # still to be committed
    return path in places.stashed  # as in HEAD again: undone, unless it is only put away
