r"""Find where a rule could match in raw bytes, in linear passes, so that clean text costs almost nothing.

Raw bytes may be JSON, escaped at any depth. So these patterns do not rely on word boundaries (`\nghp_…`),
allow backslashes before quotes and slashes, and suspect every `\u00XX` that can be a key-like character. A
hit is checked in a small window, unescaped; only confirmed ones are reported.
"""

from __future__ import annotations

from entire.redact import blocks, detect, options, view
from entire.redact.cache import cached
from entire.redact.engine import pattern
from entire.redact.entropy import MIN_DISTINCT, after_backslash, is_random, runs
from entire.redact.looks import LETTERS, are_words
from entire.redact.places import ID, PAYLOAD, place_of
from entire.redact.regions import Region, apart
from entire.redact.rules import catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Find = Callable[[bytes], list[Region]]
    Hit = tuple[int, int, Find | None]  # where, and what to check for; None: report without checking

# Go writes `\u003c`, `\u003e` and `\u0026` for < > &: common in clean text, never part of a token.
_HIDES = rb"\\u00(?:2[0-57-9a-fA-F]|3[0-9abdfABDF]|[4-7][0-9a-fA-F])"
_HARMLESS = bytes(range(65, 91)) + bytes(range(97, 123)) + b" .,!?'\n"
_BEFORE, _AFTER, _TOGETHER = 128, 320, 1024
_HEX = b"0123456789abcdef-"  # hashes and UUIDs: most runs, and never random enough
_IDS = {b"toolu_": 30, b"msg_01": 28, b"req_01": 28}
"""How ids of agents' own records start, and how long they are."""

_MOST = 500
_EACH = 2048
"""How many hits to check one by one, at most one in so many bytes; checking all lines is cheaper then."""

_SMALL, _TINY = 64 * 1024, 16 * 1024
"""Below these sizes, checking everything is cheaper than compiling the patterns, or than using them."""

_PIECE, _OVERLAP, _IN_PIECE = 16 * 1024, 1024, 128
"""How many bytes are searched at a time, how much of the next piece as well, how many matches are checked."""

_DIGESTS = {
    b"sha512-": (86, b"=="),
    b"sha256-": (43, b"="),
    b"sha384-": (64, b""),
    b"sha1-": (27, b"="),
    b"h1:": (43, b"="),
}
"""Digests in lock files: what they start with, how long they are, how they end."""

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_IN_RUNS = frozenset(_BASE64 + b"_=-")

_LONGEST_NAME = 128
_STEP, _FAR = 64, 512
"""After a name or a keyword, so many bytes are not searched for others; they, and so many more, are near."""

_NAMES = (b"pass", b"pwd", b"token", b"secret", b"cred", b"bearer", b"jwt")
_NAMES_INSIDE = (b"pass", b"pw", b"key")
_IN_VALUES = LETTERS + b"0123456789!@#%^*~+?/-"
_OPENS = frozenset(bytes((byte,)) for byte in b"\"'` \t=:(,>")
_CONTINUES = frozenset(bytes((byte,)) for byte in b"0123456789!@#%^*~+=?/:-\\ &")
"""What may follow letters in a secret, or lead to another value."""
_QUOTES = (b'"', b"'", b"`")
_ENDS = (rb"\n", rb"\r", rb"\t")

_sources: list[bytes] = []
_around: list[bytes] = []


def suspects(raw: bytes) -> list[tuple[int, int]]:
    """Return the spans to check, in order; if there are none, no rule matches anywhere."""
    if is_trivial(raw):
        return []
    if is_small(raw):
        return apart(_in_window(raw, detect.find))
    return apart([span for spans in _confirmed(raw, _hits(raw)) for span in spans])


def has_suspects(raw: bytes) -> bool:
    """Whether there is something to check in a text that is not small."""
    return any(_confirmed(raw, _hits(raw)))


def _hits(raw: bytes) -> list[Hit]:
    """Return where a rule could match, in order."""
    payloads = blocks.find(raw)
    shown = _hidden(raw, apart(payloads + _digests(raw)))
    hits: list[Hit] = [(*span, None) for span in payloads if not _is_plain(raw, *span)]
    hits += _random(shown) + _known(shown)
    if options.pii():
        from entire.redact import pii

        hits += [(*span, None) for span in pii.suspects(raw)]
    return _joined(sorted(hits, key=lambda hit: hit[0]))


def is_trivial(raw: bytes) -> bool:
    """Whether a text is a few words, too short for a secret."""
    return len(raw) < MIN_DISTINCT and not options.pii() and not raw.translate(None, _HARMLESS)


def is_small(raw: bytes) -> bool:
    """Whether checking the whole text is cheaper than finding where to check."""
    return len(raw) < (_TINY if _sources else _SMALL)


def _digests(raw: bytes) -> list[tuple[int, int]]:
    """Return the spans of digests in lock files, which look random and stay."""
    found = []
    for lead in (b"sha", b"h1:"):
        at = raw.find(lead)
        while at >= 0:
            end = _digest_end(raw, at)
            if end:
                found.append((at, end))
            at = raw.find(lead, end or at + len(lead))
    return found


def _digest_end(raw: bytes, at: int) -> int:
    """Return where the digest ends that starts here, or 0 if none does."""
    for length in (7, 5, 3):
        kind = _DIGESTS.get(raw[at : at + length])
        if kind is not None:
            break
    else:
        return 0
    first = at + length
    size, padding = kind
    end = first + size + len(padding)
    if raw[first + size : end] != padding or raw[first : first + size].strip(_BASE64):
        return 0
    return 0 if (at and raw[at - 1] in _IN_RUNS) or (end < len(raw) and raw[end] in _IN_RUNS) else end


def _hidden(raw: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return `raw` with spans replaced by something meaningless."""
    if not spans:
        return raw
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += (raw[done:start], b"/" * (end - start))
        done = end
    return b"".join((*parts, raw[done:]))


def _random(shown: bytes) -> list[Hit]:
    """Return what the entropy rule may find. Where there is a lot, all of the piece is reported."""
    found: list[Hit] = []
    piece = left = done = 0
    for first, end in runs(shown):
        start = max(first, done)
        run = shown[start:end]
        if not run.translate(None, _HEX) or _is_agents_id(run) or len(set(run)) < MIN_DISTINCT:
            continue
        if start >= piece:
            piece, left = start + _PIECE, _IN_PIECE
        if after_backslash(shown, start) or (not _is_plain(shown, start, end) and is_random(run)):
            found.append((start, end, detect.random_runs))
            left -= 1
            if not left:
                piece = done = max(end, min(piece, len(shown)))
                found[-1] = (start, done, None)
    return found


def _is_agents_id(run: bytes) -> bool:
    """Whether a run is an id of an agent's own record, which stays anywhere."""
    return _IDS.get(run[:6]) == len(run) and run[-24:-22] == b"01" and run[-22:].isalnum()


def _is_plain(raw: bytes, start: int, end: int) -> bool:
    """Whether a run is the whole value of an id or a signature, by far the most common case."""
    if raw[end : end + 1] != b'"' or raw[start - 1 : start] != b'"':
        return False
    colon = raw.rfind(b'":', max(0, start - 4), start)
    name = raw.rfind(b'"', max(0, colon - _LONGEST_NAME), colon) + 1
    if colon < 0 or not name or raw[name - 2 : name - 1] == b"\\":
        return False
    return place_of(raw[name:colon], raw[start:end], False) in (ID, PAYLOAD)


def _known(shown: bytes) -> list[Hit]:
    """Return what rules with keywords may find."""
    leads, around, *near, everywhere = _trace_sources()
    spans = [piece for span in _near_leads(shown, leads) for piece in _pieces(*span)]
    searched = [(source, spans) for source in near]
    searched.append((around, [span for span in spans if _is_around(shown[slice(*span)].lower())]))
    searched.append((everywhere, _pieces(0, len(shown))))
    return [hit for source, spans in searched for span in spans for hit in _in_piece(shown, source, *span)]


def _near_leads(shown: bytes, source: bytes) -> list[tuple[int, int]]:
    """Return the spans around names and keywords: a small part of most text."""
    found = []
    leads = pattern(source)
    for start, end in _pieces(0, len(shown)):
        at = start
        while (match := leads.search(shown, at, end)) is not None:
            first, last = match.span()
            at = last + _STEP
            found.append((max(0, first - _BEFORE), min(len(shown), at + _FAR)))
    return apart(found)


def _is_around(low: bytes) -> bool:
    for word in _around:  # noqa: SIM110  (half as slow as `any`)
        if word in low:
            return True
    return False


def _pieces(start: int, end: int) -> list[tuple[int, int]]:
    return [(first, min(end, first + _PIECE + _OVERLAP)) for first in range(start, end, _PIECE)]


def _in_piece(shown: bytes, source: bytes, start: int, end: int) -> Iterator[Hit]:
    """Yield the matches of a trace in a piece, and all of the rest if there are too many.

    Before a match, the pattern may have read to the end in vain: in pieces, hostile text is not read again
    and again.
    """
    left = _IN_PIECE
    for match in pattern(source).finditer(shown, start, end):
        first, last = match.span()
        left -= 1
        if not left:
            yield first, end, None
            return
        if not _is_harmless(shown, first, last):
            certain = shown[first : first + 2] in (b"\\u", b"--")
            yield first, last, None if certain else detect.secrets


def _is_harmless(shown: bytes, start: int, end: int) -> bool:
    """Whether a value that is assigned to a telling name is just words: by far the most common case."""
    name = shown[start : start + 6].lower()
    if not name.startswith(_NAMES) and not name[1:].startswith(_NAMES_INSIDE):
        return False
    head = shown[start:end]
    first = len(head.rstrip(_IN_VALUES))
    if first == len(head) or head[first - 1 : first] not in _OPENS or head[:10] == b"secret set":
        return False
    rest = shown[end : end + 64]
    others = rest.lstrip(LETTERS)
    after = others[:1]
    value = head[first:] + rest[: len(rest) - len(others)]
    if not after:
        return False
    ends = (
        after not in _CONTINUES
        or others[:2] in _ENDS
        or (after == b" " and head[first - 1 : first] not in _QUOTES)
    )
    if ends and head[first - 1 : first] in _QUOTES and detect.has_name(value):
        return False  # of another value
    return ends and are_words(value)


def _joined(hits: list[Hit]) -> list[Hit]:
    """Return the hits with neighbors joined, as long as that saves work: one window for them is enough."""
    found: list[Hit] = []
    for start, end, find in hits:
        first, last, same = found[-1] if found else (0, 0, None)
        if find is not None and find is same and start < last + _AFTER and end - first < _TOGETHER:
            found[-1] = (first, max(last, end), find)
        else:
            found.append((start, end, find))
    return found


def _confirmed(raw: bytes, hits: list[Hit]) -> Iterator[list[tuple[int, int]]]:
    """Yield the confirmed hits, in order; on a line that is checked anyway, all of them."""
    line_end = 0
    left = min(_MOST, len(raw) // _EACH)
    for start, end, find in hits:
        if find is None or start < line_end or not left:
            near = [(start, end)]
        else:
            near = _near(raw, start, end, find)
            left -= 1
        if near and start >= line_end:
            line_end = raw.find(b"\n", end)
            line_end = len(raw) if line_end < 0 else line_end
        yield near


def _near(raw: bytes, start: int, end: int, find: Find) -> list[tuple[int, int]]:
    """Return what is found around a span."""
    first = max(0, start - _BEFORE)
    return [(first + start, first + end) for start, end in _found_before(raw[first : end + _AFTER], find)]


@cached(1024)
def _found_before(window: bytes, find: Find) -> list[tuple[int, int]]:
    """The same as `_in_window`: agents read the same files again and again."""
    return _in_window(window, find)


def _in_window(window: bytes, find: Find) -> list[tuple[int, int]]:
    """Return what is found in a few bytes, as they are and unescaped."""
    found = detect.escaped(window, find)
    if b"\\" in window:
        meant = view.of_literal(window)
        found += [meant.in_source(region) for region in detect.escaped(meant.text, find)]
    return [(region.start, region.end) for region in found]


def _trace_sources() -> list[bytes]:
    if not _sources:
        from entire.redact import tables

        _sources.extend("|".join(patterns).encode() for patterns in (catalog.leads(), *catalog.traces()))
        _around[:] = catalog.around()
        _sources[2] += b"|" + tables.TRACE
        for number in (0, 4):
            _sources[number] += b"|" + _HIDES
    return _sources
