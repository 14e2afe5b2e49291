"""Track a file through its changes: who owns each of its lines."""

from __future__ import annotations

from entire.attribution.layout import kept
from entire.attribution.owner import Owner
from entire.attribution.removed import MOVED, RemovedLines, significance
from entire.git.patch import FilePatch, Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from entire.attribution.common import Effort
    from entire.attribution.removed import RemovedLine

    # Each line's owner; for a line of the base, its number there, from 0.
    Owners = list["Owner | int"]


class _Added:
    """A line that the last patch added, and where its former owner is noted."""

    __slots__ = ("owners", "place", "text")

    def __init__(self, text: bytes, owners: list[Owner | None], place: int) -> None:
        self.text, self.owners, self.place = text, owners, place


class FollowedFile:
    """A file that starts as in the base, or empty, and the changes to it."""

    def __init__(self, path: str = "", effort: Effort | None = None) -> None:
        self.path = path  # in the base
        self._effort = effort  # for all files together
        self._lines: Owners = []  # up to the last change; the rest of the file is that of the base
        self._rest = 0  # the base's number of the first line of that rest
        self._seen: dict[str, tuple[Owners, int]] = {}  # by blob: content may come back
        self.gone = RemovedLines()
        self._just_gone: list[RemovedLine] = []
        self.removed_by: dict[int, Owner] = {}  # lines of the base
        self.renamed_by: Owner | None = None
        self.lost = False  # a change could not be tracked

    def remove(self, patch: FilePatch, owner: Owner, elsewhere: RemovedLines) -> None:
        """Apply the first half of a patch. ``elsewhere`` gets the lines that may be moved to other files."""
        if patch.old_path != patch.new_path:
            self.renamed_by = owner
        self._just_gone = []
        for hunk in patch.hunks:
            owners = self._part(hunk.old_start, hunk.old_start + len(hunk.removed))
            block = self.gone.add(hunk.removed, owners, owner, self.path)
            elsewhere.take(block)
            self._just_gone += block
            self.removed_by.update((line, owner) for line in owners if isinstance(line, int))

    def add(self, patch: FilePatch, owner: Owner, enough: int, elsewhere: RemovedLines) -> None:
        """Apply the second half of a patch; new lines belong to ``owner``."""
        if patch.left_out:
            self.lost = True
            return
        self._seen.setdefault(patch.old_oid, (self._lines, self._rest))
        known = self._seen.get(patch.new_oid)
        if known is None:
            former: list[list[Owner | None]] = [[None] * len(hunk.added) for hunk in patch.hunks]
            self.gone.find(patch.hunks, enough, former, owner)
            self._keep_layout(patch.hunks, owner, former)
            elsewhere.find(patch.hunks, max(enough, MOVED), former, owner)
            self._lines, self._rest = self._changed(patch.hunks, owner, former)
        else:  # unchanged
            self._lines, self._rest = known
            self.gone.take_back(pair for hunk in patch.hunks for pair in self._texts(hunk))

    def _keep_layout(self, hunks: Sequence[Hunk], by: Owner, former: list[list[Owner | None]]) -> None:
        """Fill in the owners of lines that have only got another layout.

        First hunk by hunk, then from one hunk to another, for lines that are worth recognizing.
        """
        lines = [
            _Added(text, owners, place)
            for hunk, owners in zip(hunks, former, strict=True)
            for place, text in enumerate(hunk.added)
        ]
        new = gone = 0
        for hunk in hunks:
            end_new, end_gone = new + len(hunk.added), gone + len(hunk.removed)
            _match(lines[new:end_new], self._just_gone[gone:end_gone], by, 0, self._effort)
            new, gone = end_new, end_gone
        if len(hunks) > 1:
            _match(lines, self._just_gone, by, MOVED, self._effort)

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

    def _changed(
        self, hunks: Sequence[Hunk], owner: Owner, former: list[list[Owner | None]]
    ) -> tuple[Owners, int]:
        lines: Owners = []
        place = 0
        for hunk, back in zip(hunks, former, strict=True):
            lines += self._part(place, hunk.old_start)
            lines += [owner if one is None else one for one in back]
            place = hunk.old_start + len(hunk.removed)
        lines += self._lines[place:]
        return lines, self._rest + max(0, place - len(self._lines))


def _match(
    lines: list[_Added], gone: list[RemovedLine], by: Owner, enough: int, effort: Effort | None
) -> None:
    """Give new lines the owners of the removed lines that they consist of."""
    left = [one for one in gone if not one.back]
    new = [one for one in lines if one.owners[one.place] is None]
    found = kept([one.text for one in left], [one.text for one in new], effort)
    for one, sources in zip(new, found, strict=True):
        if sources and significance(one.text) >= enough:
            one.owners[one.place] = _owner_of([left[source] for source in sources], by)
            for source in sources:
                left[source].back = True


def _owner_of(lines: Sequence[RemovedLine], by: Owner) -> Owner:
    """Return the owner of most parts of a line. Lines of the base count as one owner's."""
    names = [by if line.base else line.owner for line in lines]
    most = max(names, key=names.count)
    return next(line for line in lines if (by if line.base else line.owner) is most).owner_if_moved(by)
