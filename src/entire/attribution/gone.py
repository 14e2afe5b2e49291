"""Lines that were taken out of a file. If they come back, or turn up elsewhere in it, they keep their owner.

What comes back is told by its text: a line that was taken out once and is put in once, and the lines around
it that go with it. Such a block must say something, as with `git diff --color-moved`: a brace is nobody's.
"""

from __future__ import annotations

from entire.attribution.owner import Owner
from entire.git.patch import Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

MOVED = 20  # letters and digits that make a block of lines recognisable: git's own number
STAGED = 1  # what is committed was picked from what there was: less will do

_SIGNS = bytes(sign for sign in range(128) if not chr(sign).isalnum())


class Gone:
    """One line of a block that was taken out; the others of the block are its neighbours."""

    __slots__ = ("back", "block", "by", "owner", "place", "text")

    def __init__(self, text: bytes, owner: Owner, by: Owner, block: list[Gone | None], place: int) -> None:
        self.text = text
        self.owner = owner
        self.by = by
        self.block = block
        self.place = place
        self.back = False

    def neighbour(self, step: int) -> Gone | None:
        """The line so many lines below this one (above, if negative), if it is still gone."""
        place = self.place + step
        line = self.block[place] if 0 <= place < len(self.block) else None
        return None if line is None or line.back else line


class GoneLines:
    """All that a file lost while it was followed."""

    def __init__(self) -> None:
        self._by_text: dict[bytes, list[Gone]] = {}

    def add(self, texts: Sequence[bytes], owners: Sequence[Owner | int], by: Owner) -> None:
        """A block of lines; those of the base (numbers) are not anybody's."""
        block: list[Gone | None] = []
        for place, (text, owner) in enumerate(zip(texts, owners, strict=True)):
            line = None if isinstance(owner, int) else Gone(text, owner, by, block, place)
            block.append(line)
            if line is not None:
                self._by_text.setdefault(text, []).append(line)

    def left(self) -> Iterator[Gone]:
        """Those that did not come back."""
        return (line for lines in self._by_text.values() for line in lines if not line.back)

    def take_back(self, lines: Iterable[tuple[bytes, Owner]]) -> None:
        """These lines are there again, as is known otherwise."""
        times = _times(lines)
        for text in {text for text, _ in times}:
            for line in self._by_text.get(text, ()):
                left = times.get((text, line.owner), 0)
                if left and not line.back:
                    line.back = True
                    times[text, line.owner] = left - 1

    def find(self, hunks: Sequence[Hunk], enough: int) -> list[list[Owner | None]]:
        """For each added line of each hunk its former owner, None for a new line.

        ``enough``: letters and digits that a block must have.
        """
        found: list[list[Owner | None]] = [[None] * len(hunk.added) for hunk in hunks]
        if not self._by_text:
            return found
        times = _times(text for hunk in hunks for text in hunk.added)
        for hunk, owners in zip(hunks, found, strict=True):
            for place, text in enumerate(hunk.added):
                if owners[place] is None and times[text] == 1 and text in self._by_text:
                    live = [line for line in self._by_text[text] if not line.back]
                    if len(live) == 1:
                        _take(hunk.added, owners, place, live[0], enough)
        return found


def _times(things: Iterable[T]) -> dict[T, int]:
    """How often each is there."""
    times: dict[T, int] = {}
    for thing in things:
        times[thing] = times.get(thing, 0) + 1
    return times


def _take(added: Sequence[bytes], owners: list[Owner | None], place: int, found: Gone, enough: int) -> None:
    """Give a line and its neighbours, as far as they are the same in both places, their owners back."""

    def same(step: int) -> bool:
        at, line = place + step, found.neighbour(step)
        return 0 <= at < len(added) and line is not None and line.text == added[at] and owners[at] is None

    first = last = 0
    while same(first - 1):
        first -= 1
    while same(last + 1):
        last += 1
    if sum(_telling(added[place + step]) for step in range(first, last + 1)) < enough:
        return
    for step in range(first, last + 1):
        line = found.neighbour(step)
        if line is not None:
            line.back = True
            owners[place + step] = line.owner


def _telling(text: bytes) -> int:
    """How many letters and digits a line has."""
    return len(text.translate(None, _SIGNS))
