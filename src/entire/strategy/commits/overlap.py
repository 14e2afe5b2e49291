"""Which of a session's files a commit contains as the session's work. Pure."""

from __future__ import annotations

from entire.git.diff import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

_MOST_RENAMES = 200  # files to compare with each other


def overlapping(
    touched: Iterable[str],
    changes: Mapping[str, FileChange],
    shadow: Mapping[str, str],
    *,
    alike: Callable[[FileChange, str], bool],
    by_name: Collection[str] = (),
) -> list[str]:
    """The session's files that the commit contains as its work.

    A file that existed before counts however it was changed, even deleted: the change builds on the session's
    work. A new file counts if its content is the session's (``shadow``: blob id by path), in whole or in part
    (``alike``); if not, the user discarded the session's file and wrote another. ``by_name``: files of a turn
    that is still open. They are not on the shadow branch yet, so the name has to be enough.
    """

    def counts(change: FileChange) -> bool:
        if change.status != "A" or change.path in by_name:
            return True
        kept = shadow.get(change.path)
        return kept is not None and (kept == change.new_oid or alike(change, kept))

    return [path for path in touched if path in changes and counts(changes[path])]


def renamed(
    gone: Iterable[str], changes: Mapping[str, FileChange], shadow: Mapping[str, str]
) -> dict[str, str]:
    """Files that were committed under another name, found by content: old path → new."""
    added = {change.new_oid: path for path, change in changes.items() if change.status == "A"}
    moved = {path: added[shadow[path]] for path in gone if shadow.get(path) in added}
    return {old: new for old, new in moved.items() if new not in shadow and _removed(changes.get(old))}


def could_be_renamed(
    gone: Iterable[str],
    changes: Mapping[str, FileChange],
    shadow: Mapping[str, str],
    found: Mapping[str, str],
) -> tuple[list[str], list[str]]:
    """The files that may have been committed under another name and changed, and the names to look at."""
    old = [path for path in gone if path in shadow and path not in found and _removed(changes.get(path))]
    if not old:
        return [], []
    taken = {*shadow, *found.values()}
    new = [path for path, change in changes.items() if change.status == "A" and path not in taken]
    return old[:_MOST_RENAMES], new[:_MOST_RENAMES]


def _removed(change: FileChange | None) -> bool:
    return change is None or change.status == "D"
