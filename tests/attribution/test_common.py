"""The longest common part: computed row by row, with the result that the plain form of the algorithm has."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from entire.attribution.common import Effort, common

WORDS = st.lists(st.integers(0, 4), max_size=25)


class Plain:
    """Myers' algorithm as he wrote it, one diagonal after the other."""

    def __init__(self, old: list[int], new: list[int]) -> None:
        self.old, self.new = old, new

    def equal(self, place: int, diagonal: int) -> bool:
        inside = place < len(self.old) and place - diagonal < len(self.new)
        return inside and self.old[place] == self.new[place - diagonal]

    def differences(self) -> int:
        reach = {1: 0}
        for count in range(len(self.old) + len(self.new) + 1):
            for diagonal in range(-count, count + 1, 2):
                down = diagonal == -count or (diagonal != count and reach[diagonal - 1] < reach[diagonal + 1])
                place = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
                while self.equal(place, diagonal):
                    place += 1
                reach[diagonal] = place
                if place >= len(self.old) and place - diagonal >= len(self.new):
                    return count
        raise AssertionError


@given(WORDS, WORDS)
def test_as_many_as_can_be(old: list[int], new: list[int]) -> None:
    found = common(old, new, 100)
    assert all(old[a] == new[b] for a, b in found)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(found))
    assert len(old) + len(new) - 2 * len(found) == Plain(old, new).differences()


@given(WORDS, WORDS, st.integers(0, 12))
def test_only_the_ends_if_too_much_differs(old: list[int], new: list[int], most: int) -> None:
    shared = [item for item in old if item in new], [item for item in new if item in old]
    whole, found = common(old, new, 100), common(old, new, most)
    assert found == whole or Plain(*shared).differences() > most
    assert set(found) <= {(place, place) for place in range(len(old))} | {
        (len(old) - place, len(new) - place) for place in range(len(old) + 1)
    } | set(whole)


def test_effort_is_shared() -> None:
    effort = Effort(10_000)
    assert len(common([1, 2, 3, 4, 5], [9, 2, 8, 4, 7], 10, effort)) == 2
    assert effort.left == 10_000  # what only one of them has is not compared
    assert len(common([1, 2, 3, 4], [2, 1, 4, 3], 10, effort)) == 2
    assert effort.left == 9_986
    assert common([1, 2, 3, 4], [2, 1, 4, 3], 10, Effort(-1)) == []
