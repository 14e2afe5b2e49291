"""The longest common part of two sequences, by Myers' algorithm, as long as they do not differ too much."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


class Effort:
    """How many steps may still be made, in all comparisons that share it."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


def common(
    old: Sequence[Hashable], new: Sequence[Hashable], most: int, effort: Effort | None = None
) -> list[tuple[int, int]]:
    """Return the positions of the common items in both, in order.

    If there are more than ``most`` differences, or no effort is left, these are only the items at the start
    and at the end.
    """
    start, end = 0, 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    inner_old, inner_new = old[start : len(old) - end], new[start : len(new) - end]
    found = [(place, place) for place in range(start)]
    found += [(start + a, start + b) for a, b in _inner(inner_old, inner_new, most, effort)]
    found += [(len(old) - place, len(new) - place) for place in range(end, 0, -1)]
    return found


def _inner(
    old: Sequence[Hashable], new: Sequence[Hashable], most: int, effort: Effort | None
) -> list[tuple[int, int]]:
    """The same for what has neither start nor end in common. Only items that both have can be common."""
    shared = set(old).intersection(new)
    places = (
        [at for at, item in enumerate(old) if item in shared],
        [at for at, item in enumerate(new) if item in shared],
    )
    pairs = _longest([old[at] for at in places[0]], [new[at] for at in places[1]], most, effort)
    return [(places[0][a], places[1][b]) for a, b in pairs]


def is_close(old: Sequence[Hashable], new: Sequence[Hashable], most: int) -> bool:
    """Whether they may have no more than ``most`` differences."""
    return _differences(old, new) <= most


def _differences(old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    """Return how many items are in one of them only; the same item counts as often as it occurs."""
    times: dict[Hashable, int] = {}
    for item in old:
        times[item] = times.get(item, 0) + 1
    for item in new:
        times[item] = times.get(item, 0) - 1
    return sum(map(abs, times.values()))


def _longest(
    old: Sequence[Hashable], new: Sequence[Hashable], most: int, effort: Effort | None
) -> list[tuple[int, int]]:
    if not old or not new or _differences(old, new) > most:
        return []
    numbers = {item: number for number, item in enumerate({*old, *new})}
    # A step may lead past the ends, where nothing is equal.
    before = [*map(numbers.__getitem__, old), *[-1] * (most + 1)]
    after = [*map(numbers.__getitem__, new), *[-2] * (most + 1)]
    reach: list[int] = []  # how far into the old items every second diagonal leads, from the lowest
    history = []
    for count in range(min(most, len(old) + len(new)) + 1):
        history.append(reach)
        if effort is not None and effort.left < 0:
            return []
        starts = [
            below + 1 if below >= above else above
            for below, above in zip([-1, *reach], [*reach, -1], strict=True)
        ]
        reach = [
            _slide(before, after, place, diagonal) if before[place] == after[place - diagonal] else place
            for diagonal, place in zip(range(-count, count + 1, 2), starts, strict=True)
        ]
        at, odd = divmod(len(old) - len(new) + count, 2)  # of the diagonal that leads to both ends
        if not odd and 0 <= at <= count and reach[at] >= len(old):
            return _path(history, len(old), len(new))
        if effort is not None:
            effort.left -= sum(reach) - sum(starts) + len(starts)
    return []


def _slide(before: list[int], after: list[int], place: int, diagonal: int) -> int:
    """Return where the common items end that begin here."""
    while before[place] == after[place - diagonal]:
        place += 1
    return place


def _path(history: list[list[int]], old: int, new: int) -> list[tuple[int, int]]:
    """Walk back from the end to the start and collect what is common."""
    found = []
    for count in range(len(history) - 1, 0, -1):
        reach, diagonal = history[count], old - new
        above = (diagonal + count) // 2
        down = above == 0 or (above != count and reach[above - 1] < reach[above])
        from_old = reach[above] if down else reach[above - 1]
        from_new = from_old - (diagonal + 1 if down else diagonal - 1)
        while old > from_old and new > from_new:
            old, new = old - 1, new - 1
            found.append((old, new))
        old, new = from_old, from_new
    found += [(place, place) for place in range(min(old, new) - 1, -1, -1)]
    return found[::-1]
