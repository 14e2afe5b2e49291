"""Which added lines are removed lines in another layout: they keep their owners.

First whole lines with the same tokens are paired. Between these, tokens are paired: a line is an old one if
all its tokens stood together before, in lines that are still there for the most part.
"""

from __future__ import annotations

from itertools import pairwise

from entire.attribution.common import common, is_close
from entire.attribution.tokens import is_word, split, stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.attribution.tokens import Token

_MOST_LINES = 20_000  # changed lines of a file
_MOST_DIFFERENCES = 300
_MOST_TOKENS = 5000  # of a part in which no whole line is the same


def kept(removed: Sequence[bytes], added: Sequence[bytes]) -> list[tuple[int, ...]]:
    """Return the removed lines that each added line consists of, by number; none for a new line.

    A line is named once for each of its tokens.
    """
    found: list[tuple[int, ...]] = [()] * len(added)
    if not removed or not added or len(removed) + len(added) > _MOST_LINES:
        return found
    old, new = split(removed), split(added)
    pairs = _anchors(old, new)
    for place, line in pairs:
        found[line] = (place,)
    from_old = from_new = 0
    for place, line in [*pairs, (len(old), len(new))]:
        inside = _inside(old[from_old:place], new[from_new:line])
        for number, sources in enumerate(inside, from_new):
            found[number] = tuple(from_old + source for source in sources)
        from_old, from_new = place + 1, line + 1
    return found


def _anchors(old: list[list[bytes]], new: list[list[bytes]]) -> list[tuple[int, int]]:
    """Pair lines with the same tokens. A blank line needs a neighbor that is paired, too."""
    pairs = common([tuple(line) for line in old], [tuple(line) for line in new], _MOST_DIFFERENCES)
    known = set(pairs)
    return [
        (a, b)
        for a, b in pairs
        if new[b] or any((a + step, b + step) in known and new[b + step] for step in (-1, 1))
    ]


def _inside(old: list[list[bytes]], new: list[list[bytes]]) -> list[list[int]]:
    """The same between two pairs of lines, by pairing tokens."""
    found: list[list[int]] = [[] for _ in new]
    texts = ([text for line in old for text in line], [text for line in new for text in line])
    if not all(texts) or sum(map(len, texts)) > _MOST_TOKENS or not is_close(*texts, _MOST_DIFFERENCES):
        return found
    before, after = stream(old), stream(new)
    partner = {place: at for at, place in common(*texts, _MOST_DIFFERENCES)}
    survived = _surviving(old, before, set(partner.values()))
    place = 0
    for number, line in enumerate(new):
        places = range(place, place + len(line))
        place += len(line)
        sources = [token.line for token in _sources(before, after, partner, places)]
        if survived.issuperset(sources):
            found[number] = sources
        if not sources and number and places and all(after[at].optional for at in places):
            found[number] = found[number - 1]
    return found


def _surviving(old: list[list[bytes]], before: list[Token], paired: set[int]) -> set[int]:
    """Return the lines that are still there: at least two thirds of their words."""
    words: dict[int, list[int]] = {}
    for place, token in enumerate(before):
        if is_word(token.text) or not any(map(is_word, old[token.line])):
            words.setdefault(token.line, []).append(place in paired)
    return {line for line, there in words.items() if 3 * sum(there) >= 2 * len(there)}


def _sources(before: list[Token], after: list[Token], partner: dict[int, int], places: range) -> list[Token]:
    """Return the old tokens that make up a new line, if they are all there and stood together."""
    found: list[int] = []
    for place in places:
        if place in partner:
            found.append(partner[place])
        elif not after[place].optional:
            return []
    between = (at for a, b in pairwise(found) for at in range(a + 1, b))
    if any(not before[at].optional for at in between):
        return []
    return [before[at] for at in found]
