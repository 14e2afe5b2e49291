"""Lines that were removed from a file. If they come back anywhere in the file, they keep their owner.

They are recognized by their text: a line that was removed once and is added once, together with matching
neighbours. As with `git diff --color-moved`, the block must be significant: a lone brace is not.
"""

from __future__ import annotations

from entire.attribution.owner import Owner
from entire.git.patch import Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

MOVED = 20  # letters and digits that make a block significant: the same number as in git
STAGED = 1  # a commit is a selection of existing lines, so less is enough

_SIGNS = bytes(sign for sign in range(128) if not chr(sign).isalnum())


class RemovedLine:
    """A line of a block that was removed; the block's other lines are its neighbours."""

    __slots__ = ("back", "base", "block", "by", "owner", "path", "place", "text")

    def __init__(
        self, text: bytes, owner: Owner | int, by: Owner, block: list[RemovedLine], place: int, path: str
    ) -> None:
        self.text = text
        self.owner = by if isinstance(owner, int) else owner
        self.base = owner + 1 if isinstance(owner, int) else 0  # its number in the base, if it is from there
        self.by = by
        self.block = block
        self.place = place
        self.path = path
        self.back = False

    def neighbour(self, step: int) -> RemovedLine | None:
        """Return the line ``step`` lines below (above, if negative), unless it has come back."""
        place = self.place + step
        line = self.block[place] if 0 <= place < len(self.block) else None
        return None if line is None or line.back else line

    def owner_if_moved(self, by: Owner) -> Owner:
        """Return the owner, if ``by`` puts the line somewhere else; a line of the base is new to git."""
        return by.replace(older=self.base, older_path=self.path) if self.base else self.owner


class RemovedLines:
    """All lines that were removed from a file while it was tracked.

    ``any_layout``: a line comes back also with other blanks, as where code moves to another file.
    """

    def __init__(self, *, any_layout: bool = False) -> None:
        self._by_text: dict[bytes, list[RemovedLine]] = {}
        self._key = _without_blanks if any_layout else _itself

    def add(
        self, texts: Sequence[bytes], owners: Sequence[Owner | int], by: Owner, path: str
    ) -> list[RemovedLine]:
        """Add a removed block, and return it. Numbers are lines of the base, of the file ``path`` there."""
        block: list[RemovedLine] = []
        for place, (text, owner) in enumerate(zip(texts, owners, strict=True)):
            block.append(RemovedLine(text, owner, by, block, place, path))
        self.take(block)
        return block

    def take(self, block: Iterable[RemovedLine]) -> None:
        """Add lines that were removed from another file."""
        for line in block:
            self._by_text.setdefault(self._key(line.text), []).append(line)

    def left(self) -> Iterator[RemovedLine]:
        """Yield the lines that are not of the base and did not come back."""
        every = (line for lines in self._by_text.values() for line in lines)
        return (line for line in every if not line.back and not line.base and not line.owner.older)

    def take_back(self, lines: Iterable[tuple[bytes, Owner]]) -> None:
        """Mark lines as back that the caller knows to be in the file again."""
        times = _times(lines)
        for text in {text for text, _ in times}:
            for line in self._by_text.get(self._key(text), ()):
                left = times.get((text, line.owner), 0)
                if left and not line.back:
                    line.back = True
                    times[text, line.owner] = left - 1

    def find(self, hunks: Sequence[Hunk], enough: int, found: list[list[Owner | None]], by: Owner) -> None:
        """Fill in the former owner of each added line of each hunk; None stays for a new line.

        ``enough`` is the number of letters and digits that a block must have.
        """
        if not self._by_text:
            return
        added = [[self._key(text) for text in hunk.added] for hunk in hunks]
        times = _times(key for keys in added for key in keys)
        for keys, owners in zip(added, found, strict=True):
            for place, key in enumerate(keys):
                if owners[place] is None and times[key] == 1 and key in self._by_text:
                    live = [line for line in self._by_text[key] if not line.back]
                    if len(live) == 1:
                        _take(keys, owners, place, live[0], enough, by, self._key)


def _itself(text: bytes) -> bytes:
    return text


def _without_blanks(text: bytes) -> bytes:
    return b"".join(text.split())


def _times(things: Iterable[T]) -> dict[T, int]:
    """Count how often each one occurs."""
    times: dict[T, int] = {}
    for thing in things:
        times[thing] = times.get(thing, 0) + 1
    return times


def _take(
    added: Sequence[bytes],
    owners: list[Owner | None],
    place: int,
    found: RemovedLine,
    enough: int,
    by: Owner,
    key: Callable[[bytes], bytes],
) -> None:
    """Restore the owners of a line and of its neighbours that match in both places, by their keys."""

    def same(step: int) -> bool:
        at, line = place + step, found.neighbour(step)
        return (
            0 <= at < len(added) and line is not None and key(line.text) == added[at] and owners[at] is None
        )

    first = last = 0
    while same(first - 1):
        first -= 1
    while same(last + 1):
        last += 1
    size = sum(significance(added[place + step]) for step in range(first, last + 1))
    if size < enough:
        return
    for step in range(first, last + 1):
        line = found.neighbour(step)
        if line is not None and (size >= MOVED or not line.base):
            line.back = True
            owners[place + step] = line.owner_if_moved(by)


def significance(text: bytes) -> int:
    """Return the number of letters and digits of a line."""
    return len(text.translate(None, _SIGNS))
