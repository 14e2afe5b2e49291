"""Apply all rules to a text and return the regions to replace.

Rules see unescaped text and its place. One pass of an automaton finds all keywords; only their rules are
compiled, and tried near them.
"""

from __future__ import annotations

from functools import lru_cache

from entire.redact import allow, blocks, judges, looks, pii, rules, view
from entire.redact.engine import automaton, pattern
from entire.redact.entropy import RUN, after_backslash, is_random
from entire.redact.places import PAYLOAD, TEXT, Place
from entire.redact.regions import BY_LOOKS, Region, beyond_marks, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from entire.redact.rules.rule import Judge, Rule

_BEFORE = 400
"""How far before its keyword a match can start."""

_CONTEXT = 96
"""How much of the text before a value its judge sees."""

_JUDGED = 200
"""How much of a value its judge sees."""

_REPEATED = range(8, 257)
"""A secret of this length is replaced everywhere in the text; a shorter one may be a word elsewhere."""

_PORTION = 512  # bytes
_AGAIN = 16
_TELLING = (b"pass", b"pwd", b"secret", b"token", b"key")
_EDGE = 80  # bytes at the ends of a block that rules see

_IN_NAMES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-$")

_keywords: list[Any] = []


def find(text: bytes, place: Place = TEXT) -> list[Region]:
    """Return the regions of `text` to replace. No rule applies to binary payloads: any could match by chance.

    Ids and paths may look random, so in them only the secrets of known providers count.
    """
    if place == PAYLOAD:
        return []
    long = random_blocks(text) if place == TEXT else []
    if long:
        short = view.shortened(text, [(block.start + _EDGE, block.end - _EDGE) for block in long])
        found = [short.in_source(region) for region in secrets(short.text, place)]
    else:
        found = secrets(text, place)
    found += _repeated(text, found)
    if place == TEXT:
        found += long + _runs(text, long)
    found += pii.regions(text)
    return merge(beyond_marks(text, found)) if found else found


def random_runs(text: bytes) -> list[Region]:
    """Return what the entropy rule finds: blocks and runs that are not allowed."""
    long = random_blocks(text)
    return long + _runs(text, long)


def random_blocks(text: bytes) -> list[Region]:
    """Return long pieces of base64, which are replaced as a whole."""
    found = [Region(start, end, BY_LOOKS) for start, end in blocks.find(text)]
    return allow.outside(text, found) if found else found


def _runs(text: bytes, long: list[Region]) -> list[Region]:
    """Return random runs of `text` outside of long blocks."""
    found: list[Region] = []
    done = 0
    for block in (*long, Region(len(text), len(text), BY_LOOKS)):
        for match in pattern(RUN).finditer(text, done, block.start):
            start, end = match.span()
            if after_backslash(text, start):
                start += 1
            if is_random(text[start:end]):
                found.append(Region(start, end, BY_LOOKS))
        done = block.end
    return allow.refused(text, found) if found else found


def find_escaped(text: bytes, place: Place = TEXT) -> list[Region]:
    """The same for text that may quote JSON: rules see through its escapes."""
    return escaped(text, lambda seen: find(seen, place))


def escaped(text: bytes, find: Callable[[bytes], list[Region]]) -> list[Region]:
    seen = view.of_text(text)
    return [seen.in_source(region) for region in find(seen.text)]


def secrets(text: bytes, place: Place = TEXT) -> list[Region]:
    """Return what the rules in the tables find, in the order of the rules."""
    found: list[Region] = []
    for number, offsets in _candidates(text):
        if place != TEXT and number >= rules.GENERIC:
            continue
        rule = rules.get(number)
        for start, end in _windows(offsets, rule.reach, len(text)):
            found += _matches(text, rule, start, end)
    return found


def _candidates(text: bytes) -> list[tuple[int, list[int]]]:
    """Return the rules whose keywords are in the text, in order, with the positions."""
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
    """Yield the neighbourhoods of keywords, in order and without overlaps."""
    start = end = 0
    for offset in offsets:
        if offset - _BEFORE > end or not end:
            if end:
                yield start, end
            start = max(0, offset - _BEFORE)
        end = min(length, offset + reach)
    if end:
        yield start, end


def _matches(text: bytes, rule: Rule, start: int, end: int) -> Iterator[Region]:
    """Yield the secrets in a neighbourhood. What a judge refuses may contain another name: look there again.

    A search sees only so much of the text at a time, and this does not happen without end: otherwise,
    hostile text would be read once for each name in it.
    """
    search = pattern(rule.pattern.encode())
    again = _AGAIN + (end - start) // _PORTION * 8
    while start < end:
        limit = min(end, start + _PORTION) if rule.named else end
        match = search.search(text, start, limit)
        if not match:
            if limit == end:
                return
            start = limit - _PORTION // 2
            continue
        if match.end() == limit < len(text):  # it may continue
            limit = min(len(text), match.start() + max(_PORTION, rule.reach))
            match = search.match(text, match.start(), limit) or match
        spans = [span for span in _spans(match) if span[0] >= 0] or [match.span()]
        if _is_secret(text, rule, spans):
            if match.end() == limit < len(text):
                match = search.match(text, match.start()) or match
                spans = [span for span in _spans(match) if span[0] >= 0] or [match.span()]
            yield Region(*spans[-1], rule.id)
            start = max(match.end(), start + 1)
        elif rule.named and again and _has_name(text[spans[-1][0] : match.end()]):
            again -= 1
            start = max(spans[0][1], start + 1)
        else:
            start = max(match.end(), start + 1)


def _has_name(value: bytes) -> bool:
    """Whether a value contains a name that may belong to another value."""
    value = value.lower()
    return any(word in value for word in _TELLING)


def _spans(match: Any) -> list[tuple[int, int]]:
    return [match.span(number) for number in range(1, match.re.groups + 1)]


def _is_secret(text: bytes, rule: Rule, spans: list[tuple[int, int]]) -> bool:
    """Whether the last group of a match, or all of it, is a real secret."""
    start, end = spans[-1]
    before = _name_start(text, spans[0][0]) if rule.named else max(0, start - _CONTEXT)
    return _verdict(rule.judge, text[before:start], text[start : min(end, start + _JUDGED)])


@lru_cache(1024)
def _verdict(judge: Judge | None, before: bytes, value: bytes) -> bool:
    """Ask the judge, once for the same text: a text is looked at several times, and often repeats itself."""
    if judge is judges.assigned and (looks.are_words(value) or (value.isdigit() and b"token" in before)):
        return False  # words, and counts of tokens: most often, and no reason to load `re`
    return not looks.stand_in(value) and (judge is None or judge(before, value))


def _name_start(text: bytes, end: int) -> int:
    """Return where a name starts that continues at `end`, with the character before it."""
    start = end
    while start > max(0, end - _CONTEXT) and text[start - 1] in _IN_NAMES:
        start -= 1
    return max(0, start - 1)


def _repeated(text: bytes, regions: list[Region]) -> list[Region]:
    """Return other occurrences of the same secrets, which no rule finds."""
    known = {text[region.start : region.end]: region.rule for region in regions}
    wanted = {value.decode("latin-1"): rule for value, rule in known.items() if len(value) in _REPEATED}
    if not wanted:
        return []
    found = automaton((value, (len(value), rule)) for value, rule in wanted.items())
    return [Region(end + 1 - size, end + 1, rule) for end, (size, rule) in found.iter(text.decode("latin-1"))]
