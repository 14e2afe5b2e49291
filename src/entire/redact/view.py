r"""Escaped bytes seen as the text they mean, with the way back.

Rules look at the view, replacements are made in the source: so every spelling of a secret (`\u0041`, `\/`,
upper-case hex) is found, and whatever is not replaced keeps its spelling.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from entire.core.value import Value
from entire.redact.regions import Region

_SHORT = {rb"\n": b"\n", rb"\t": b"\t", rb"\r": b"\r", rb"\b": b"\b", rb"\f": b"\f", rb"\\": b"\\"}
_SHORT |= {rb"\"": b'"', rb"\/": b"/"}

# Stdlib `re` here: re2's Python wrapper costs far more per match, and these two cannot backtrack.
# The second begins only at the first of a row of backslashes: tried at each, a row would cost its square.
_HEX4 = rb"u[0-9a-fA-F]{4}"
_PAIR = rb"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_LITERAL = rb"(?s)(\\(?:" + _PAIR + rb"|" + _HEX4 + rb"|.))"
_NESTED = rb"(\\(?<!\\\\)\\*+(?:" + _HEX4 + rb'|["/]))'


class View(Value):
    """`text`, and where each escaped unit starts and ends: here (in `text`) and there (in the source)."""

    text: bytes
    here: list[int]
    there: list[int]

    def in_source(self, region: Region) -> Region:
        """A region of `text`, in the source."""
        start, end = self.source_span(region.start, region.end)
        return region.replace(start=start, end=end)

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """The source bytes of `text[start:end]`, whole units only: half an escape is never replaced."""
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
    """The value of a JSON string literal (given without its quotes)."""
    return _unescape(content, _LITERAL)


def of_text(text: bytes) -> View:
    r"""Text that may quote JSON itself, at any depth: `\\\u0041`, `\/` and `\"` become what they stand for.

    `\n` and its like stay, since `C:\new` is no escape; the entropy rule steps around them.
    """
    return _unescape(text, _NESTED)


def _unescape(source: bytes, escapes: bytes) -> View:
    """Split at the escapes, so that text and escapes alternate; the sums of lengths are then the offsets."""
    if b"\\" not in source:
        return View(source, [], [])
    import re

    parts = re.split(escapes, source)
    there = list(accumulate(map(len, parts)))
    parts[1::2] = [_SHORT.get(escape) or _character(escape) for escape in parts[1::2]]
    here = list(accumulate(map(len, parts)))
    return View(b"".join(parts), here, there)


def _character(escape: bytes) -> bytes:
    """UTF-8 of `uXXXX` or of a surrogate pair; a lone surrogate becomes bytes that no rule matches."""
    name = escape.lstrip(b"\\")
    if name in (b'"', b"/"):
        return name
    if len(name) < 5:
        return escape  # none that JSON knows, or cut off
    code = int(name[1:5], 16)
    if len(name) > 5:
        code = 0x10000 + ((code & 0x3FF) << 10) + (int(name[7:], 16) & 0x3FF)
    return chr(code).encode("utf-8", "surrogatepass")
