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
    reach = {1: 0}
    history = []
    for count in range(min(most, len(old) + len(new)) + 1):
        history.append(dict(reach))
        if effort is not None and effort.left < 0:
            return []
        passed = 0
        for diagonal in range(-count, count + 1, 2):
            down = diagonal == -count or (diagonal != count and reach[diagonal - 1] < reach[diagonal + 1])
            place = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
            start = place
            while (
                place < len(old) and 0 <= place - diagonal < len(new) and old[place] == new[place - diagonal]
            ):
                place += 1
            reach[diagonal] = place
            passed += place - start + 1
            if place >= len(old) and place - diagonal >= len(new):
                return _path(history, len(old), len(new))
        if effort is not None:
            effort.left -= passed
    return []


def _path(history: list[dict[int, int]], old: int, new: int) -> list[tuple[int, int]]:
    """Walk back from the end to the start and collect what is common."""
    found = []
    for count in range(len(history) - 1, -1, -1):
        reach, diagonal = history[count], old - new
        down = diagonal == -count or (diagonal != count and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        from_old = reach[before]
        from_new = from_old - before
        while old > from_old and new > from_new and count:
            old, new = old - 1, new - 1
            found.append((old, new))
        if not count:
            while old > 0 and new > 0:
                old, new = old - 1, new - 1
                found.append((old, new))
        old, new = from_old, from_new
    return found[::-1]
