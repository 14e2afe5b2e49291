"""Our way to call google-re2 finds what its own one finds."""

from __future__ import annotations

import re2
from hypothesis import given
from hypothesis import strategies as st

from entire.redact.engine import pattern

PATTERNS = [
    b"a*",
    b"(a+)(b)?",
    b"((a)|(b))c",
    b"a|(b)",
    b"(?:a(b))+",
    b"^a",
    b"b$",
    b"",
    b"(?i)(AB)|c",
    b"[ab]{2,3}",
]


@given(st.sampled_from(PATTERNS), st.text("abcAB", max_size=12), st.integers(0, 6), st.integers(0, 14))
def test_the_same_is_found(source: bytes, letters: str, start: int, length: int) -> None:
    text = letters.encode()
    start = min(start, len(text))
    end = start + length
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    theirs, ours = re2.compile(source, options), pattern(source)
    groups = range(theirs.groups + 1)

    def shown(match: object) -> object:
        if match is None:
            return None
        spans = [(match.span(group), match.start(group), match.end(group)) for group in groups]  # type: ignore[attr-defined]
        return spans, match.lastindex or 0, match[0]  # type: ignore[attr-defined, index]

    assert shown(ours.search(text, start, end)) == shown(theirs.search(text, start, end))
    assert shown(ours.match(text, start, end)) == shown(theirs.match(text, start, end))
    assert shown(ours.fullmatch(text)) == shown(theirs.fullmatch(text))
    found = [*dict.fromkeys(match.span() for match in theirs.finditer(text, start, end))]
    assert [match.span() for match in ours.finditer(text, start, end)] == found
