"""Apply all rules to a text and return the regions to replace.

Rules see unescaped text and its place. One pass of an automaton finds all keywords; only their rules are
compiled, and tried near them.
"""

from __future__ import annotations

from _bisect import bisect_left, bisect_right

from entire.redact import blocks, looks, options, shortcuts, view
from entire.redact.cache import cached
from entire.redact.engine import automaton, pattern, patterns
from entire.redact.entropy import after_backslash, is_random, runs
from entire.redact.places import PAYLOAD, TEXT, Place
from entire.redact.regions import BY_LOOKS, Region, beyond_marks, merge
from entire.redact.rules import catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from entire.redact.rules.rule import Rule

_BEFORE = 400
"""How far before its keyword a match can start."""

_CONTEXT = 96
"""How much of the text before a value its judge sees."""

_JUDGED = 200
"""How much of a value its judge sees."""

_REPEATED = range(8, 257)
"""A secret of this length is replaced everywhere in the text; a shorter one may be a word elsewhere."""

_MANY = 1000
"""So many different secrets are found again as words."""

_WORD = rb"[^\s\"'`\\,;:=<>(){}\[\]|&]{8,256}"

_SIGNS = frozenset((b"+", b"-"))
_PORTION = 512  # bytes
_AGAIN = 16
_TELLING = (b"pass", b"pwd", b"secret", b"token", b"key")
_EDGE = 80  # bytes at the ends of a block that rules see

_IN_NAMES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-$")

_IN_CELLS = looks.LETTERS[:53] + b" *`\"'"
_AFTER_CELLS = frozenset((b"|", b",", b";", b"\t", b"\r", b"\n", b"\\"))

_BEFORE_ITEMS = frozenset((b'"', b"'", b"`", b" "))
_AFTER_ITEMS = frozenset((b",", b"\n", b"\\"))

_keywords: list[Any] = []


def find(text: bytes, place: Place = TEXT) -> list[Region]:
    """Return the regions of `text` to replace. No rule applies to binary payloads: any could match by chance.

    Ids and paths may look random, so in them only the secrets of known providers count.
    """
    if place == PAYLOAD:
        return []
    hidden = blocks.find(text) if place == TEXT else []  # no rule applies within base64, also if it may stay
    long = _not_allowed(text, hidden)
    if hidden:
        short = view.shortened(text, [(start + _EDGE, end - _EDGE) for start, end in hidden])
        found = [short.in_source(region) for region in secrets(short.text, place)]
    else:
        found = secrets(text, place)
    found += _repeated(text, found)
    if place == TEXT:
        found = merge(found)
        found += long + _runs(text, long, found)
    if options.pii():
        from entire.redact import pii

        found += pii.regions(text)
    return merge(beyond_marks(text, found)) if found else found


def random_runs(text: bytes) -> list[Region]:
    """Return what the entropy rule finds: blocks and runs that are not allowed."""
    long = _not_allowed(text, blocks.find(text))
    return long + _runs(text, long)


def _not_allowed(text: bytes, spans: list[tuple[int, int]]) -> list[Region]:
    """Return long pieces of base64 that are replaced as a whole."""
    found = [Region(start, end, BY_LOOKS, "") for start, end in spans]
    if not found:
        return found
    from entire.redact import allow

    return allow.outside(text, found)


def _runs(text: bytes, long: list[Region], known: list[Region] | None = None) -> list[Region]:
    """Return random runs of `text` outside of long blocks, and not inside of a known region."""
    found: list[Region] = []
    starts = [region.start for region in known or ()]
    done = 0
    for block in (*long, Region(len(text), len(text), BY_LOOKS, "")):
        for first, last in runs(text[done : block.start]):
            start, end = done + first, done + last
            at = bisect_right(starts, start) - 1
            if known and at >= 0 and end <= known[at].end:
                continue
            if after_backslash(text, start):
                start += 1
            start += _is_diff_sign(text, start)
            if is_random(text[start:end]):
                found.append(Region(start, end, BY_LOOKS, ""))
        done = block.end
    if not found:
        return found
    from entire.redact import allow

    return allow.refused(text, found)


def _is_diff_sign(text: bytes, start: int) -> bool:
    """Whether a run starts with the sign of a line in a diff, which is not part of it."""
    return text[start : start + 1] in _SIGNS and (
        not start or text[start - 1] == 0x0A or text[max(0, start - 2) : start] == b"\\n"
    )


def find_escaped(text: bytes, place: Place = TEXT) -> list[Region]:
    """The same for text that may quote JSON: rules see through its escapes."""
    return escaped(text, lambda seen: find(seen, place))


def escaped(text: bytes, find: Callable[[bytes], list[Region]]) -> list[Region]:
    seen = view.of_text(text)
    return [seen.in_source(region) for region in find(seen.text)]


def secrets(text: bytes, place: Place = TEXT) -> list[Region]:
    """Return what the rules in the tables find, in the order of the rules."""
    candidates = _candidates(text)
    if place != TEXT:
        candidates = [(number, offsets) for number, offsets in candidates if number < catalog.GENERIC]
    found: list[Region] = []
    names: list[int] = []
    for number, offsets in candidates:
        rule = catalog.get(number)
        found += _of_rule(text, rule, offsets, found)
        if rule.not_prose:
            names += offsets
    return found + _in_columns(text, sorted(names)) if names else found


def _of_rule(text: bytes, rule: Rule, offsets: list[int], found: list[Region]) -> list[Region]:
    """Return what a rule finds near its keywords, given what other rules found before."""
    if rule.names:
        offsets = [offset for offset in offsets if shortcuts.has_one(text, offset, rule.names)]
    if rule.follows:
        offsets = shortcuts.followed(text, offsets, rule.follows)
    if rule.precedes and len(offsets) <= shortcuts.FEW:
        offsets = shortcuts.preceded(text, offsets, rule.precedes)
    if rule.not_prose:
        offsets = shortcuts.outside_prose(text, offsets, rule.reach)
    if rule.judge == "nearby" and found:
        offsets = _without_value(offsets, found)
    windows = _windows(offsets, rule.reach, len(text))
    return [region for start, end in windows for region in _matches(text, rule, start, end)]


def _in_columns(text: bytes, names: list[int]) -> list[Region]:
    """Return what is in columns that have a name at one of these positions: of tables, and of SQL."""
    found: list[Region] = []
    cells = [offset for offset in names if _ends_cell(text, offset)]
    if cells:
        from entire.redact import tables

        found += tables.find(text, cells, _is_assigned)
    if b"VALUES" in text or b"values" in text:
        from entire.redact import lists

        found += lists.inserts(text, names, _is_assigned)
    return found


def _without_value(offsets: list[int], found: list[Region]) -> list[int]:
    """Return the positions of names that have no known value, to look for one near them."""
    starts = sorted(region.start for region in found)
    places = ((offset, bisect_left(starts, offset)) for offset in offsets)
    return [offset for offset, at in places if at == len(starts) or starts[at] >= offset + _CONTEXT]


def _ends_cell(text: bytes, offset: int) -> bool:
    """Whether a name may be a cell in the header of a table."""
    return text[offset + 1 : offset + 16].lstrip(_IN_CELLS)[:1] in _AFTER_CELLS


def _is_assigned(before: bytes, value: bytes) -> bool:
    return _verdict("assigned", before, value)


def load() -> None:
    """Load the libraries, and make what finds keywords."""
    if not _keywords:
        patterns()  # without this library, no text passes
        words = catalog.keywords(), catalog.any_case_keywords()
        _keywords.extend(automaton(each.items()) for each in words)


def _candidates(text: bytes) -> list[tuple[int, list[int]]]:
    """Return the rules whose keywords are in the text, in order, with the positions."""
    load()
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
    again = _AGAIN + (end - start) // _PORTION * 2
    portion = _PORTION if rule.named else max(_PORTION * 4, 2 * rule.reach)
    while start < end:
        limit = min(end, start + portion)
        match = search.search(text, start, limit)
        if not match:
            if limit == end:
                return
            start = limit - portion // 2
            continue
        first, last = match.span(match.lastindex or 0)
        if match.end() == limit < len(text) and last - first < _JUDGED:  # it may continue
            limit = min(len(text), match.start() + max(_PORTION, rule.reach))
            match = search.match(text, match.start(), limit) or match
            first, last = match.span(match.lastindex or 0)
        if _is_secret(text, rule, first, last, match.start(1) if rule.named else 0):
            if match.end() == limit < len(text):
                match = search.match(text, match.start()) or match
                first, last = match.span(match.lastindex or 0)
            yield Region(first, last, rule.id, "")
            start = max(match.end(), start + 1)
            if rule.judge == "assigned" and text[first - 1 : first] in _BEFORE_ITEMS:
                yield from _others(text, rule, first, last, match.start(1))
        elif rule.named and again and has_name(text[first : match.end()]):
            again -= 1
            start = max(match.end(1), start + 1)
        else:
            start = max(match.end(), start + 1)


def _others(text: bytes, rule: Rule, first: int, last: int, name: int) -> list[Region]:
    """Return the secrets that follow one in a list."""
    after = text[last : last + 32].lstrip(b"\"'` \t\r")
    if after[:1] not in _AFTER_ITEMS:
        return []
    from entire.redact import lists

    before = text[_name_start(text, name) : first]
    return [Region(*span, rule.id, "") for span in lists.items(text, first, last, before, _is_assigned)]


def has_name(value: bytes) -> bool:
    """Whether a value contains a name that may belong to another value."""
    value = value.lower()
    return any(word in value for word in _TELLING)


def _is_secret(text: bytes, rule: Rule, start: int, end: int, name: int) -> bool:
    """Whether a value is a real secret; `name` is a position in its name, for rules that have one."""
    before = _name_start(text, name) if rule.named else max(0, start - _CONTEXT)
    return _verdict(rule.judge, text[before:start], text[start : min(end, start + _JUDGED)])


@cached(8192)
def _verdict(judge: str, before: bytes, value: bytes) -> bool:
    """Ask the judge, once for the same text: a text is looked at several times, and often repeats itself."""
    if judge == "assigned" and (looks.are_words(value) or (value.isdigit() and b"token" in before)):
        return False  # words, and counts of tokens: most often, and no reason to load `re`
    if looks.stand_in(value):
        return False
    if not judge:
        return True
    from entire.redact import judges

    return bool(getattr(judges, judge)(before, value))


def _name_start(text: bytes, end: int) -> int:
    """Return where a name starts that continues at `end`, with the character before it, or two colons."""
    start = end
    while start > max(0, end - _CONTEXT) and text[start - 1] in _IN_NAMES:
        start -= 1
    return max(0, start - (2 if text[max(0, start - 2) : start] == b"::" else 1))


def _repeated(text: bytes, regions: list[Region]) -> list[Region]:
    """Return other occurrences of the same secrets, which no rule finds."""
    known = {text[region.start : region.end]: region.rule for region in regions}
    wanted = {value.decode("latin-1"): rule for value, rule in known.items() if len(value) in _REPEATED}
    if not wanted:
        return []
    if len(wanted) > _MANY:
        words = pattern(_WORD).finditer(text)  # an automaton for so many would be slow to make
        return [Region(word.start(), word.end(), known[word[0]], "") for word in words if word[0] in known]
    found = automaton((value, (len(value), rule)) for value, rule in wanted.items())
    return [
        Region(end + 1 - size, end + 1, rule, "") for end, (size, rule) in found.iter(text.decode("latin-1"))
    ]
