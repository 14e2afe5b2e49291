"""Which lines are old ones in another layout."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.attribution.common import Effort, common
from entire.attribution.layout import MOST_STEPS, kept

# Before, after, and for each line after: the lines before that it consists of.
TABLE = {
    "reindented": ("x = 1|y = 2", "  x = 1|  y = 2", "0 1"),
    "spaces around signs": ("total=width*height", "total = width * height", "0"),
    "split": ("f('one', two, three)", 'f(|    "one",|    two,|    three,|)', "0 0 0 0 0"),
    "joined": ("f(|    one,|    two,|)", "f(one, two)", "0123"),
    "parentheses around": ("return one + two", "return (|    one + two|)", "0 0 0"),
    "parentheses gone": ("return (|    one + two|)", "return one + two", "01"),
    "semicolons": ("a = 1|b = 2", "a = 1;|b = 2;", "0 1"),
    "split, with a line more": ("f(one, two)", "f(|    one,|    two,|    three,|)", "0 0 0 - 0"),
    "another word": ("x = 1", "x = 2", "-"),
    "a word more": ("f(one)", "f(one, two)", "-"),
    "a word less": ("f(one, two)", "f(one)", "-"),
    "the end of a line less": ("total = width * height", "total = width", "-"),
    "a factor less": ("timeout = 30 * 60", "timeout = 30", "-"),
    "the start of a line less": ("await fetch(url)", "fetch(url)", "-"),
    "an element less, at the end": ("total = width, height", "total = width", "-"),
    "an element less, at the start": ("first, last = ends(text)", "last = ends(text)", "-"),
    "a line less, the rest reindented": ("x = 1|y = 2|z = 3", "  x = 1|  z = 3", "0 2"),
    "joined, and shortened": ("f(|    one,|    two.strip(),|)", "f(one, two)", "-"),
    "split, and shortened": ("f(one, two * 2, three)", "f(|    one,|    two,|    three,|)", "0 0 - 0 0"),
    "split, with another value": ("f(a=1, b=2, c=3)", "f(|    a=1,|    b=4,|    c=3,|)", "0 0 - 0 0"),
    "split, with another element": ("f(a, b, c, d)", "f(|    a,|    x,|    c,|    d,|)", "0 0 - 0 0 0"),
    "split, with an element less": ("f(a, b, c, d)", "f(|    a,|    c,|    d,|)", "0 0 0 0 0"),
    "an element becomes a line": ("return one, two", "return one|return two", "- -"),
    "split statements": ("{ first(1); second(2); }", "{|  first(1);|  second(2);|}", "0 0 0 0"),
    "another order of operations": ("a + b * c", "(a + b) * c", "-"),
    "only brackets in common": ("f(a)", "g(|    b|)", "- - -"),
    "a part of a line": ("total = price * quantity + tax", "price", "-"),
    "blank lines are new": ("a = 1|b = 2", "a = 1||b = 2", "0 - 1"),
    "a blank line between kept ones": ("a = 1||b = 2", "  a = 1||  b = 2", "0 1 2"),
    "nothing before": ("", "x = 1", "-"),
}


@pytest.mark.parametrize("name", TABLE)
def test_kept(name: str) -> None:
    before, after, expected = TABLE[name]
    found = kept(before.encode().split(b"|"), after.encode().split(b"|"))
    assert " ".join("".join(map(str, sorted(set(lines)))) or "-" for lines in found) == expected


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_the_longest_common_part(old: list[str], new: list[str]) -> None:
    pairs = common(old, new, 100)
    assert pairs == sorted(pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    assert all(old[a] == new[b] for a, b in pairs)
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for a, one in enumerate(old):
        for b, other in enumerate(new):
            same = longest[a][b] + 1 if one == other else 0
            longest[a + 1][b + 1] = max(same, longest[a][b + 1], longest[a + 1][b])
    assert len(pairs) == longest[-1][-1]


def test_too_many_differences() -> None:
    assert common("a12345z", "a67890z", 3) == [(0, 0), (6, 6)]


def shuffled(regions: int) -> tuple[list[bytes], list[bytes]]:
    """Regions in which all tokens change their places, each between two lines that stay."""
    rng = random.Random(1)
    old: list[bytes] = []
    new: list[bytes] = []
    for number in range(regions):
        words = [f"w{rng.randrange(40)}" for _ in range(200)]
        old.append(b"region %d" % number)
        new.append(b"region %d" % number)
        old += [" ".join(words[at : at + 5]).encode() for at in range(0, 200, 5)]
        rng.shuffle(words)
        new += [" ".join(words[at : at + 5]).encode() for at in range(0, 200, 5)]
    return old, new


def test_the_effort_is_limited_for_all_regions_together() -> None:
    old, new = shuffled(6)
    effort = Effort(MOST_STEPS)
    kept(old, new, effort)
    one = (MOST_STEPS - effort.left) // 6
    assert one > 10_000
    effort = Effort(one)
    found = kept(old, new, effort)
    assert effort.left > -one  # at most one more round of comparing
    assert [number for number, line in enumerate(new) if line.startswith(b"region")] == [
        number for number, sources in enumerate(found) if sources
    ]


def test_without_effort_lines_that_differ_are_new() -> None:
    assert common("a12b34z", "a56b78z", 20, Effort(-1)) == [(0, 0), (6, 6)]
    assert common("a12b34z", "a56b78z", 20, Effort(100)) == [(0, 0), (3, 3), (6, 6)]
