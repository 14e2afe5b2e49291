"""All rules at once: text in, regions out.

Rules see plain text (escapes already undone) and where it stands. A pass of an automaton over the text tells
which keywords stand where; only their rules are compiled, and tried near them.
"""

from __future__ import annotations

from entire.redact import entropy, judges, pii, rules, view
from entire.redact.engine import automaton, pattern
from entire.redact.places import PAYLOAD, TEXT, Place
from entire.redact.regions import Region, beyond_marks, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from entire.redact.rules.rule import Rule

_BEFORE = 400
"""A match begins at most so far before its keyword."""

_CONTEXT = 96
"""So much of what stands before a value is told to its judge."""

_JUDGED = 1024
"""So much of a value tells whether it is one."""

_REPEATED = range(8, 257)
"""A secret so long is replaced wherever it stands in the same text; a shorter one may be a word elsewhere."""

_keywords: list[Any] = []


def find(text: bytes, place: Place = TEXT) -> list[Region]:
    """What must go from `text`. A binary payload is left to no rule: by chance it matches any of them.

    Ids and paths are random by nature, and called so: in them only what is a provider's is a secret.
    """
    if place == PAYLOAD:
        return []
    found = secrets(text, place)
    found += _repeated(text, found)
    if place == TEXT:
        found += entropy.regions(text)
    found += pii.regions(text)
    return merge(beyond_marks(text, found)) if found else found


def find_escaped(text: bytes, place: Place = TEXT) -> list[Region]:
    """The same for text that may quote JSON: rules see through its escapes."""
    return escaped(text, lambda seen: find(seen, place))


def escaped(text: bytes, find: Callable[[bytes], list[Region]]) -> list[Region]:
    seen = view.of_text(text)
    return [seen.in_source(region) for region in find(seen.text)]


def secrets(text: bytes, place: Place = TEXT) -> list[Region]:
    """What the rules find that are data, each where it is, in their order."""
    found = []
    for number, offsets in _candidates(text):
        if place != TEXT and number >= rules.GENERIC:
            continue
        rule = rules.get(number)
        for start, end in _windows(offsets, rule.reach, len(text)):
            for match in pattern(rule.pattern.encode()).finditer(text, start, end):
                if match.end() == end < len(text):  # it may go on
                    match = pattern(rule.pattern.encode()).match(text, match.start())
                region = _judged(text, rule, match) if match else None
                if region is not None:
                    found.append(region)
    return found


def _candidates(text: bytes) -> list[tuple[int, list[int]]]:
    """Rules whose keyword stands in the text, in their order, and where."""
    if not _keywords:
        _keywords.extend(automaton(words().items()) for words in (rules.keywords, rules.any_case_keywords))
    as_it_is, any_case = _keywords
    hits: dict[int, list[int]] = {}
    for offset, numbers in as_it_is.iter(text.decode("latin-1")):
        for number in numbers:
            hits.setdefault(number, []).append(offset)
    for offset, numbers in any_case.iter(text.lower().decode("latin-1")):
        for number in numbers:
            hits.setdefault(number, []).append(offset)
    return sorted(hits.items())


def _windows(offsets: list[int], reach: int, length: int) -> Iterator[tuple[int, int]]:
    """The neighbourhoods of keywords, apart and in order."""
    start = end = 0
    for offset in offsets:
        if offset - _BEFORE > end or not end:
            if end:
                yield start, end
            start = max(0, offset - _BEFORE)
        end = min(length, offset + reach)
    if end:
        yield start, end


def _judged(text: bytes, rule: Rule, match: Any) -> Region | None:
    """The secret of a match: its last group, or all of it; None if it only looks like one."""
    groups = [span for number in range(1, match.re.groups + 1) if (span := match.span(number))[0] >= 0]
    start, end = groups[-1] if groups else match.span()
    value = text[start : min(end, start + _JUDGED)]
    if judges.stand_in(value):
        return None
    if rule.judge is not None and not rule.judge(text[max(0, start - _CONTEXT) : start], value):
        return None
    return Region(start, end, rule.id)


def _repeated(text: bytes, regions: list[Region]) -> list[Region]:
    """The same secrets elsewhere in the text, where nothing gives them away."""
    known = {text[region.start : region.end]: region.rule for region in regions}
    wanted = {value.decode("latin-1"): rule for value, rule in known.items() if len(value) in _REPEATED}
    if not wanted:
        return []
    found = automaton((value, (len(value), rule)) for value, rule in wanted.items())
    return [Region(end + 1 - size, end + 1, rule) for end, (size, rule) in found.iter(text.decode("latin-1"))]
