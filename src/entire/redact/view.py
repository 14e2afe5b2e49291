r"""Unescaped text with a mapping back to the source.

Rules see the view, replacements are made in the source: so every spelling of a secret (`\u0041`, `\/`,
upper-case hex) is found, and everything else keeps its spelling.
"""

from __future__ import annotations

from _bisect import bisect_right
from itertools import accumulate

from entire.core.value import Value
from entire.redact.regions import Region, resized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SHORT = {rb"\n": b"\n", rb"\t": b"\t", rb"\r": b"\r", rb"\b": b"\b", rb"\f": b"\f", rb"\\": b"\\"}
_SHORT |= {rb"\"": b'"', rb"\/": b"/"}

_HEX = b"0123456789abcdefABCDEF"
_U = ord("u")
_LITERAL = rb"(?s)(\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.))"
_NESTED = rb"(?<!\\)(\\++(?:[\"/]|u[0-9a-fA-F]{4}))"
_MANY = 1000
"""With so many escapes, splitting by `re` is worth loading it."""

_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)  # surrogates


class View(Value):
    """`text`, and where each escaped unit starts and ends in `text` (here) and in the source (there)."""

    text: bytes
    here: list[int]
    there: list[int]

    def in_source(self, region: Region) -> Region:
        """Convert a region of `text` to one of the source."""
        return resized(region, *self.source_span(region.start, region.end)) if self.here else region

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of `text[start:end]`, in whole units: an escape is never cut."""
        return self._offset(start, 0), self._offset(end, 1)

    def _offset(self, offset: int, round_up: int) -> int:
        near = bisect_right(self.here, offset) - 1
        if near < 0:
            return offset
        inside_unit = near % 2 == 0 and offset > self.here[near]
        if inside_unit:
            return self.there[near + round_up]
        return self.there[near] + offset - self.here[near]


def of_literal(content: bytes) -> View:
    """Return the value of a JSON string literal, given without quotes."""
    return _unescape(content, _literal_end, _LITERAL)


def of_text(text: bytes) -> View:
    r"""Unescape text that may quote JSON, at any depth: `\\\u0041`, `\/` and `\"`.

    `\n` and the like stay, since `C:\new` is not an escape; the entropy rule handles them.
    """
    return _unescape(text, _nested_end, _NESTED)


def shortened(source: bytes, removed: list[tuple[int, int]]) -> View:
    """Return the source without some spans, which are in order and do not overlap."""
    parts: list[bytes] = []
    done = 0
    for start, end in removed:
        parts += (source[done:start], source[start:end])
        done = end
    parts.append(source[done:])
    there = list(accumulate(map(len, parts)))
    parts[1::2] = [b""] * len(removed)
    return View(b"".join(parts), list(accumulate(map(len, parts))), there)


def _unescape(source: bytes, end_of: Callable[[bytes, int], int], escape: bytes) -> View:
    """Split at the escapes, so that text and escapes alternate; the sums of lengths are the offsets."""
    if b"\\" not in source:
        return View(source, [], [])
    if source.count(b"\\") > _MANY:
        import re

        parts = re.split(escape, source)
    else:
        parts = _split(source, end_of)
    there = list(accumulate(map(len, parts)))
    parts[1::2] = [_SHORT.get(escape) or _character(escape) for escape in parts[1::2]]
    here = list(accumulate(map(len, parts)))
    return View(b"".join(parts), here, there)


def _split(source: bytes, end_of: Callable[[bytes, int], int]) -> list[bytes]:
    """Split at the escapes. By hand: nearly all text that a hook redacts has some, and loading `re` takes
    longer than redacting a turn.
    """
    at = source.find(b"\\")
    parts: list[bytes] = []
    done = 0
    while at >= 0:
        end = end_of(source, at)
        if end > 0:
            parts += (source[done:at], source[at:end])
            done = end
        at = source.find(b"\\", abs(end))
    parts.append(source[done:])
    return parts


def _literal_end(source: bytes, start: int) -> int:
    """Return the end of the escape at a backslash; if it is not one, minus the position to continue from."""
    if start + 1 == len(source):
        return -len(source)
    if source[start + 1] != _U:  # most often, the end of a line or a quote
        return start + 2
    code = _code(source, start + 1)
    if code is None:
        return start + 2
    if code in _HIGH and source[start + 6 : start + 7] == b"\\" and _code(source, start + 7) in _LOW:
        return start + 12
    return start + 6


def _nested_end(source: bytes, start: int) -> int:
    """The same for several backslashes before a quote, a slash or a code, escaped at any depth."""
    row = start + 1
    while source[row : row + 1] == b"\\":
        row += 1
    if source[row : row + 1] in (b'"', b"/"):
        return row + 1
    return -row if _code(source, row) is None else row + 5


def _code(source: bytes, start: int) -> int | None:
    """Return the code of a `uXXXX`."""
    digits = source[start + 1 : start + 5]
    if source[start : start + 1] != b"u" or len(digits) < 4 or digits.strip(_HEX):
        return None
    return int(digits, 16)


def _character(escape: bytes) -> bytes:
    """Return the UTF-8 of `uXXXX` or a surrogate pair; a lone surrogate becomes bytes that match no rule."""
    name = escape.lstrip(b"\\")
    if name in (b'"', b"/"):
        return name
    if len(name) < 5:
        return escape  # not valid in JSON, or cut off
    code = int(name[1:5], 16)
    if len(name) > 5:
        code = 0x10000 + ((code & 0x3FF) << 10) + (int(name[7:], 16) & 0x3FF)
    return chr(code).encode("utf-8", "surrogatepass")
