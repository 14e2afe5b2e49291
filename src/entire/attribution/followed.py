"""Track a file through its changes: who owns each of its lines."""

from __future__ import annotations

from entire.attribution.owner import Owner
from entire.attribution.removed import RemovedLines
from entire.git.patch import FilePatch, Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    # Each line's owner; for a line of the base, its number there, from 0.
    Owners = list["Owner | int"]


class FollowedFile:
    """A file that starts as in the base, or empty, and the changes to it."""

    def __init__(self) -> None:
        self._lines: Owners = []  # up to the last change; the rest of the file is that of the base
        self._rest = 0  # the base's number of the first line of that rest
        self._seen: dict[str, tuple[Owners, int]] = {}  # by blob: content may come back
        self.gone = RemovedLines()
        self.removed_by: dict[int, Owner] = {}  # lines of the base
        self.renamed_by: Owner | None = None
        self.lost = False  # a change could not be tracked

    def apply(self, patch: FilePatch, owner: Owner, enough: int) -> None:
        """Apply a patch; new lines belong to ``owner``."""
        if patch.old_path != patch.new_path:
            self.renamed_by = owner
        if patch.left_out:
            self.lost = True
            return
        self._seen.setdefault(patch.old_oid, (self._lines, self._rest))
        known = self._seen.get(patch.new_oid)
        self._remove(patch.hunks, owner)
        if known is None:
            self._lines, self._rest = self._changed(patch.hunks, owner, enough)
        else:  # unchanged
            self._lines, self._rest = known
            self.gone.take_back(pair for hunk in patch.hunks for pair in self._texts(hunk))

    def owners(self, hunk: Hunk) -> Owners:
        """Return the owners of the lines that a hunk adds."""
        return self._part(hunk.new_start, hunk.new_start + len(hunk.added))

    def owners_elsewhere(self, hunks: Iterable[Hunk]) -> list[Owner]:
        """Return the owners of lines that no hunk adds, in order.

        This happens when two blocks switch places: git may see either of them as moved.
        """
        place = 0
        found: Owners = []
        for hunk in hunks:
            found += self._lines[place : hunk.new_start]
            place = hunk.new_start + len(hunk.added)
        found += self._lines[place:]
        return [owner for owner in found if not isinstance(owner, int)]

    def _texts(self, hunk: Hunk) -> Iterator[tuple[bytes, Owner]]:
        """Yield the lines that a hunk adds and that have an owner."""
        for text, owner in zip(hunk.added, self.owners(hunk), strict=True):
            if not isinstance(owner, int):
                yield text, owner

    def _part(self, start: int, end: int) -> Owners:
        """Return the owners of a range of lines, including those of the rest."""
        known = self._lines[start:end]
        first = self._rest + max(0, start - len(self._lines))
        return [*known, *range(first, first + end - start - len(known))]

    def _remove(self, hunks: Sequence[Hunk], by: Owner) -> None:
        for hunk in hunks:
            owners = self._part(hunk.old_start, hunk.old_start + len(hunk.removed))
            self.gone.add(hunk.removed, owners, by)
            self.removed_by.update((line, by) for line in owners if isinstance(line, int))

    def _changed(self, hunks: Sequence[Hunk], owner: Owner, enough: int) -> tuple[Owners, int]:
        back = self.gone.find(hunks, enough)
        lines: Owners = []
        place = 0
        for hunk, former in zip(hunks, back, strict=True):
            lines += self._part(place, hunk.old_start)
            lines += [owner if one is None else one for one in former]
            place = hunk.old_start + len(hunk.removed)
        lines += self._lines[place:]
        return lines, self._rest + max(0, place - len(self._lines))
