"""The part of a text to show for a hit, and where it matches. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.core.text import one_line
from entire.core.value import Value
from entire.search.query import Query, Term
from entire.search.words import LEAST_PART, Sought, fold, sought

LENGTH = 240  # characters
_BEFORE = 60  # of them before the first match
_MORE = "…"


class Passage(Value):
    """One line of text. ``column`` says what it is from."""

    column: str
    text: str
    matches: list[tuple[int, int]]  # from, to


def find(query: Query, texts: Mapping[str, str], columns: Sequence[str], length: int = LENGTH) -> Passage:
    """Return the passage with most of the terms; whole words before parts of words."""
    terms = [term for group in query.wanted for term in group]
    folded = {column: fold(texts.get(column, "")) for column in columns}
    for patterns in ([_whole(term) for term in terms], _parts(terms)):
        found = [
            (_rank(folded[column], at, patterns, length), -order, column, at)
            for order, column in enumerate(columns)
            for at in _starts(folded[column], patterns)
        ]
        if found:
            *_, column, at = max(found)
            return _cut(texts[column], column, at, patterns, length)
    column = next((column for column in columns if texts.get(column)), columns[0])
    return _cut(texts.get(column, ""), column, 0, [], length)


def _whole(term: Term) -> Sought:
    return sought(list(term.words), prefix=term.prefix)


def _parts(terms: Sequence[Term]) -> list[Sought]:
    """Return patterns for parts of words, and for the words of a phrase that the shell took the quotes of."""
    found = []
    for term in terms:
        if term.loose:
            found += [sought([word], part=len(word) >= LEAST_PART) for word in term.words]
        else:
            found.append(sought(list(term.words), prefix=True, part=len(term.words[0]) >= LEAST_PART))
    return found


def _starts(folded: str, patterns: Sequence[Sought]) -> list[int]:
    """Return where the first few matches of each pattern begin."""
    found: list[int] = []
    for one in patterns:
        for number, match in enumerate(one.places(folded)):
            if number == 20:
                break
            found.append(match.start())
    return found


def _rank(folded: str, at: int, patterns: Sequence[Sought], length: int) -> int:
    """Return how many patterns match near a place."""
    start, end = max(0, at - _BEFORE), at + length - _BEFORE
    return sum(one.pattern.search(folded, start, end) is not None for one in patterns)


def _cut(text: str, column: str, at: int, patterns: Sequence[Sought], length: int) -> Passage:
    start = max(0, at - _BEFORE)
    if start:
        space = text.find(" ", start, at)
        start = space + 1 if space >= 0 else start
    piece = one_line(text[start : start + length])
    shown = f"{_MORE if start else ''}{piece}{_MORE if start + length < len(text) else ''}"
    return Passage(column, shown, matches(shown, patterns))


def matches(shown: str, patterns: Sequence[Sought]) -> list[tuple[int, int]]:
    """Return where the patterns match, in order, without overlaps."""
    folded = fold(shown)
    found = sorted(match.span() for one in patterns for match in one.places(folded) if match.group())
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
