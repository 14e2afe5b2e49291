"""Files that the agent moved while people had uncommitted changes in them: these stay uncommitted, too."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.git.objects.read import Objects
    from entire.git.objects.tree import Entry
    from entire.strategy.auto_commit.versions import Merge, Waiting


def tell_apart(objects: Objects, waiting: Sequence[Waiting], merge: Merge) -> None:
    """Where a file with other people's changes was moved, commit the new one without them."""
    gone = {file.path: file for file in waiting if file.mixed and file.entry is None and file.head}
    added = {file.path: file for file in waiting if file.entry is not None and not file.head}
    if not gone or not added:
        return
    from entire.strategy.links.made_from import match_renames, words_of

    def words(entry: Entry | None) -> frozenset[bytes]:
        return words_of((objects.blob(entry.oid) if entry is not None else None) or b"")

    names = match_renames(
        {path: words(_last(file)) for path, file in gone.items()},
        {path: words(file.entry) for path, file in added.items()},
    )
    for old, new in names.items():
        source, target = gone[old], added[new]
        last, head, entry = _last(source), source.head, target.entry
        own = merge(head, last, entry) if head and last and entry else None
        source.mixed, target.mixed = False, own is None
        if own is not None:
            target.entry, target.base, target.before = own, head, target.before or source.before


def _last(file: Waiting) -> Entry | None:
    """The file as it was before it was moved."""
    return next((version.entry for version in reversed(file.versions) if version.entry), None)
