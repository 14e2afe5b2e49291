"""Which added lines are removed lines in another layout: they keep their owners.

First whole lines with the same tokens are paired. Between these, tokens are paired: a line is an old one if
all its tokens stood together before, and nothing is missing next to them. Where a line is split, whole
elements between two of its parts may be missing.
"""

from __future__ import annotations

from itertools import pairwise

from entire.attribution.common import Effort, common, is_close
from entire.attribution.tokens import is_word, optionals, split, stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.attribution.tokens import Token

_MOST_LINES = 20_000  # changed lines of a file
_MOST_DIFFERENCES = 300
MOST_STEPS = 1_000_000  # of comparing tokens, in all files of a commit: about a second
_MOST_TOKENS = 5000  # of a part in which no whole line is the same
_OPENING = frozenset((b"(", b"[", b"{"))
_CLOSING = frozenset((b")", b"]", b"}"))


def kept(
    removed: Sequence[bytes], added: Sequence[bytes], effort: Effort | None = None
) -> list[tuple[int, ...]]:
    """Return the removed lines that each added line consists of, by number; none for a new line.

    A line is named once for each of its tokens. If no ``effort`` is left, lines that differ are new.
    """
    effort = effort or Effort(MOST_STEPS)
    found: list[tuple[int, ...]] = [()] * len(added)
    if not removed or not added or len(removed) + len(added) > _MOST_LINES:
        return found
    old, new = split(removed), split(added)
    pairs = _anchors(old, new, effort)
    for place, line in pairs:
        found[line] = (place,)
    from_old = from_new = 0
    for place, line in [*pairs, (len(old), len(new))]:
        inside = _inside(old[from_old:place], new[from_new:line], effort)
        for number, sources in enumerate(inside, from_new):
            found[number] = tuple(from_old + source for source in sources)
        from_old, from_new = place + 1, line + 1
    return found


def _anchors(old: list[list[bytes]], new: list[list[bytes]], effort: Effort) -> list[tuple[int, int]]:
    """Pair lines with the same tokens. A blank line needs a neighbor that is paired, too."""
    pairs = common([tuple(line) for line in old], [tuple(line) for line in new], _MOST_DIFFERENCES, effort)
    known = set(pairs)
    return [
        (a, b)
        for a, b in pairs
        if new[b] or any((a + step, b + step) in known and new[b + step] for step in (-1, 1))
    ]


def _inside(old: list[list[bytes]], new: list[list[bytes]], effort: Effort) -> list[list[int]]:
    """The same between two pairs of lines, by pairing tokens."""
    found: list[list[int]] = [[] for _ in new]
    texts = ([text for line in old for text in line], [text for line in new for text in line])
    if not all(texts) or sum(map(len, texts)) > _MOST_TOKENS or not is_close(*texts, _MOST_DIFFERENCES):
        return found
    before, after = stream(old), optionals(new)
    partner = {place: at for at, place in common(*texts, _MOST_DIFFERENCES, effort)}
    paired = set(partner.values())
    survived = _surviving(old, before, paired)
    place = 0
    for number, line in enumerate(new):
        places = range(place, place + len(line))
        place += len(line)
        sources = [token.line for token in _sources(before, after, partner, paired, places)]
        if survived.issuperset(sources):
            found[number] = sources
        if not sources and number and places and all(after[at] for at in places):
            found[number] = found[number - 1]
    return found


def _surviving(old: list[list[bytes]], before: list[Token], paired: set[int]) -> set[int]:
    """Return the lines that are still there: at least two thirds of their words."""
    named = set(filter(is_word, {token.text for token in before}))
    words: dict[int, list[int]] = {}
    for place, token in enumerate(before):
        if token.text in named or named.isdisjoint(old[token.line]):
            words.setdefault(token.line, []).append(place in paired)
    return {line for line, there in words.items() if 3 * sum(there) >= 2 * len(there)}


def _sources(
    before: list[Token], after: list[bool], partner: dict[int, int], paired: set[int], places: range
) -> list[Token]:
    """Return the old tokens that make up a new line, if they are all there and stood together."""
    found: list[int] = []
    for place in places:
        if place in partner:
            found.append(partner[place])
        elif not after[place]:
            return []
    between = (at for a, b in pairwise(found) for at in range(a + 1, b))
    if any(not before[at].optional for at in between):
        return []
    if found and _is_cut(before, paired, found[0], found[-1]):
        return []
    return [before[at] for at in found]


def _is_cut(before: list[Token], paired: set[int], first: int, last: int) -> bool:
    """Whether what stood next to a part of an old line is gone, so that the part says something else.

    An element that is gone from the middle of the line does not matter: `f(a, b, c)` is split into `f(`,
    `a,`, `c` and `)`.
    """
    start, end = _run(before, paired, first, -1), _run(before, paired, last, 1)
    return (bool(start) and not _is_element(before, paired, start, first, _CLOSING, -1)) or (
        bool(end) and not _is_element(before, paired, end, last, _OPENING, 1)
    )


def _is_element(
    before: list[Token], paired: set[int], gone: list[int], place: int, bracket: frozenset[bytes], step: int
) -> bool:
    """Whether what is gone next to a place is a whole element or statement of a line that continues."""
    after = gone[-1] + step
    if after not in paired or before[after].line != before[place].line:
        return False
    texts = (before[gone[0]].text, before[place].text)
    if b";" in texts:
        return True
    return (b"," in texts or texts[1] in bracket) and _depth(before, gone[0]) > 0


def _depth(before: list[Token], place: int) -> int:
    """Return how many brackets are open in the line."""
    depth = 0
    at = place - 1
    while at >= 0 and before[at].line == before[place].line:
        depth += (before[at].text in _OPENING) - (before[at].text in _CLOSING)
        at -= 1
    return depth


def _run(before: list[Token], paired: set[int], place: int, step: int) -> list[int]:
    """Return the tokens of a line that are gone next to a place; none if formatters may drop all of them."""
    found = []
    at = place + step
    while 0 <= at < len(before) and at not in paired and before[at].line == before[place].line:
        found.append(at)
        at += step
    return found if any(not before[at].optional for at in found) else []
