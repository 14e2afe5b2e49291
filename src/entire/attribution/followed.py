"""One file through all its changes: who each of its lines belongs to."""

from __future__ import annotations

from entire.attribution.gone import GoneLines
from entire.attribution.owner import Owner
from entire.git.patch import FilePatch, Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    # For each line its owner; for one that was there before, the number that it had then, from 0.
    Owners = list["Owner | int"]


class FollowedFile:
    """A file as it was at the beginning, or an empty one, with what was done to it since."""

    def __init__(self) -> None:
        self._lines: Owners = []  # as far as anything was changed; the rest of the file is as it was
        self._rest = 0  # the number of the first line of that rest
        self._seen: dict[str, tuple[Owners, int]] = {}  # by blob: it may come back
        self.gone = GoneLines()
        self.removed_by: dict[int, Owner] = {}  # lines that were there before
        self.renamed_by: Owner | None = None
        self.lost = False  # it could not be followed all the way

    def apply(self, patch: FilePatch, owner: Owner, enough: int) -> None:
        """Make the file what ``patch`` makes of it; new lines are the owner's."""
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
        else:  # as it was before
            self._lines, self._rest = known
            self.gone.take_back(pair for hunk in patch.hunks for pair in self._texts(hunk))

    def owners(self, hunk: Hunk) -> Owners:
        """Whose the lines are that a hunk added."""
        return self._part(hunk.new_start, hunk.new_start + len(hunk.added))

    def owners_elsewhere(self, hunks: Iterable[Hunk]) -> list[Owner]:
        """Of the lines that no hunk added, those that are somebody's nonetheless, in order.

        There are such where blocks changed places: git may take the one for moved, or the other.
        """
        place = 0
        found: Owners = []
        for hunk in hunks:
            found += self._lines[place : hunk.new_start]
            place = hunk.new_start + len(hunk.added)
        found += self._lines[place:]
        return [owner for owner in found if not isinstance(owner, int)]

    def _texts(self, hunk: Hunk) -> Iterator[tuple[bytes, Owner]]:
        """The lines that a hunk added, with their owners, if they have any."""
        for text, owner in zip(hunk.added, self.owners(hunk), strict=True):
            if not isinstance(owner, int):
                yield text, owner

    def _part(self, start: int, end: int) -> Owners:
        """Some lines, also of the rest."""
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
