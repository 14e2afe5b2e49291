"""Who holds each object, in little memory: there may be half a million objects."""

from __future__ import annotations

from collections.abc import Iterable

from entire.care.shares import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    Holders = tuple[frozenset[str], frozenset[str]]  # refs and sessions

_YOURS: Holders = (frozenset(), frozenset())


class Holding:
    """Objects, each with the number of its set of holders: there are few different sets."""

    def __init__(self) -> None:
        self._holders: list[Holders] = [_YOURS]
        self._numbers: dict[Holders, int] = {_YOURS: 0}
        self._of: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._of)

    @property
    def objects(self) -> Iterable[str]:
        return self._of

    def add(self, oid: str, refs: frozenset[str], sessions: frozenset[str]) -> None:
        """Add holders to an object."""
        known = self._of.get(oid)
        if known is not None:
            before = self._holders[known]
            if refs <= before[0] and sessions <= before[1]:
                return
            refs, sessions = refs | before[0], sessions | before[1]
        self._of[oid] = self._number((refs, sessions))

    def _number(self, holders: Holders) -> int:
        number = self._numbers.setdefault(holders, len(self._holders))
        if number == len(self._holders):
            self._holders.append(holders)
        return number

    def give_back(self, oids: Iterable[str]) -> None:
        """Remove objects that the user's own commits have: they do not count as ours."""
        for oid in oids:
            if oid in self._of:
                self._of[oid] = 0

    def sized(self, sizes: Iterable[int | None]) -> tuple[Part, list[Part], int]:
        """Combine with the sizes of all objects, in order.

        Return the user's part, the others, and the number of missing objects.
        """
        counts, totals = [0] * len(self._holders), [0] * len(self._holders)
        missing = 0
        for number, size in zip(self._of.values(), sizes, strict=True):
            if size is None:
                missing += 1
                continue
            counts[number] += 1
            totals[number] += size
        rows = zip(self._holders, counts, totals, strict=True)
        yours, *parts = [Part(*holders, count, total) for holders, count, total in rows]
        return yours, [part for part in parts if part.objects], missing
