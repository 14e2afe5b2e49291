"""The agent's version of a file that other people changed, too: HEAD's, with the agent's changes only."""

from __future__ import annotations

from entire.core.value import Value
from entire.git.objects.tree import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Merge = Callable[[Entry, Entry, Entry], Entry | None]

OWN = "own"
OTHERS = "others"  # a person's, or another session's
UNKNOWN = "unknown"


class Version(Value):
    entry: Entry | None  # None: the file does not exist
    whose: str = OTHERS  # the change since the version before


class Waiting:
    """A file of the session's that differs from HEAD."""

    def __init__(self, path: str, head: Entry | None, versions: Sequence[Version]) -> None:
        self.path, self.head, self.versions = path, head, versions
        self.entry: Entry | None = None  # what is committed
        self.mixed = False  # with changes that may be others'
        self.before: Entry | None = None  # what the index has now
        self.base = head  # what that was made from


def agents_version(
    head: Entry | None, versions: Sequence[Version], merge: Merge
) -> tuple[Entry | None, bool]:
    """Pure: the file to commit, and whether it has changes that may be others'.

    ``versions``: of the file, in order, from the one that the work started from. ``merge``: takes ours, base
    and theirs, and returns None if the changes overlap. Then the file is committed as it is.
    """
    result, before, mixed = head, versions[0].entry, False
    for version in versions[1:]:
        now = version.entry
        if now != before and version.whose != OTHERS and result != now:
            mixed = mixed or version.whose == UNKNOWN
            if result == before:
                result = now
            else:
                merged = merge(result, before, now) if result and before and now else None
                if merged is None:
                    return versions[-1].entry, True
                result = merged
        before = now
    return result, mixed
