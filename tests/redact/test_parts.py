"""Parts of the engine: regions, views, entropy."""

import json
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.redact import view
from entire.redact.entropy import is_random
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, beyond_marks, merge, splice


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        ([], []),
        ([(0, 3), (5, 8)], [(0, 3), (5, 8)]),
        ([(5, 8), (0, 3)], [(0, 3), (5, 8)]),
        ([(0, 5), (3, 8)], [(0, 8)]),
        ([(0, 5), (5, 8)], [(0, 8)]),
        ([(0, 9), (2, 3), (4, 5)], [(0, 9)]),
        ([(2, 3), (2, 9)], [(2, 9)]),
    ],
)
def test_merge(spans: list[tuple[int, int]], merged: list[tuple[int, int]]) -> None:
    assert [(r.start, r.end) for r in merge([Region(a, b, "rule") for a, b in spans])] == merged


@pytest.mark.parametrize(
    ("regions", "merged"),
    [
        ([Region(0, 5, "a", "EMAIL"), Region(5, 9, "b")], [Region(0, 5, "a", "EMAIL"), Region(5, 9, "b")]),
        ([Region(0, 5, "a", "EMAIL"), Region(4, 9, "b")], [Region(0, 9, "a", "EMAIL")]),
        ([Region(0, 5, "a", "EMAIL"), Region(0, 9, "b")], [Region(0, 9, "b")]),
        ([Region(0, 9, "entropy"), Region(3, 8, "token")], [Region(0, 9, "token")]),
        ([Region(0, 9, "first"), Region(0, 9, "second")], [Region(0, 9, "first")]),
    ],
    ids=str,
)
def test_who_names_the_union(regions: list[Region], merged: list[Region]) -> None:
    assert merge(regions) == merged


@pytest.mark.parametrize(
    ("text", "span", "kept"),
    [
        (b"a REDACTED b", (2, 10), None),  # nothing but a mark
        (b"a REDACTED b", (3, 9), None),
        (b"a [REDACTED_EMAIL] b", (3, 11), None),
        (b"a REDACTED b", (2, 12), (2, 12)),
        (b"a REDACTED b", (5, 12), (2, 12)),  # no half of one is left
        (b"a REDACTED b", (0, 4), (0, 10)),
        (b"REDACTEDREDACTED", (0, 16), None),
    ],
)
def test_marks_are_not_replaced(text: bytes, span: tuple[int, int], kept: tuple[int, int] | None) -> None:
    left = beyond_marks(text, [Region(*span, "rule")])
    assert [(region.start, region.end) for region in left] == ([kept] if kept else [])


def test_lines_are_kept() -> None:
    assert splice(b"a\nsecret\n\nsecret b", [Region(2, 16, "rule")]) == b"a\nREDACTED\n\nREDACTED b"


@given(st.binary(min_size=1, max_size=300))
def test_entropy_is_shannons(run: bytes) -> None:
    shares = [run.count(byte) / len(run) for byte in set(run)]
    entropy = -sum(share * log2(share) for share in shares)
    if abs(entropy - 4.5) > 1e-9:
        assert is_random(run) == (entropy > 4.5)


@given(st.text(max_size=40), st.booleans())
def test_a_literal_is_seen_as_its_value(value: str, ascii_only: bool) -> None:
    content = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")[1:-1]
    assert view.of_literal(content).text == value.encode("utf-8", "surrogatepass")


@given(st.text(max_size=40), st.data())
def test_spans_of_a_view_are_whole_in_the_source(value: str, data: st.DataObject) -> None:
    """Cutting any span of the view out of the source leaves a valid literal that means the rest."""
    content = json.dumps(value).encode()[1:-1]
    seen = view.of_literal(content)
    start = data.draw(st.integers(0, len(value)))
    end = data.draw(st.integers(start, len(value)))
    here = [len(value[:at].encode("utf-8", "surrogatepass")) for at in (start, end)]
    a, b = seen.source_span(*here)
    assert json.loads(b'"' + content[a:b] + b'"') == value[start:end]


def test_half_a_character_is_never_cut() -> None:
    seen = view.of_literal(rb"a\u00e9b\ud83d\ude00c")
    assert seen.text == "aéb😀c".encode()
    assert seen.source_span(2, 4) == (1, 8)
    assert seen.source_span(0, 5) == (0, 20)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"a" * 100, []),
        (b"  xK9mZ2vL8nQ5rT1wY4bC7dF", [(2, 25)]),
        (b"xK9mZ2vL8nQ5rT1wY4bC7d  ", []),
        (b"fix the typo", []),
        (b"password=aB3dE6g", [(9, 16)]),
    ],
)
def test_suspects(raw: bytes, found: list[tuple[int, int]]) -> None:
    assert suspects(raw) == found
    padding = b" nothing here\n" * 5000  # past the size below which everything is looked at
    assert suspects(padding + raw) == [(start + len(padding), end + len(padding)) for start, end in found]


@pytest.mark.parametrize("hidden", [rb"\u0041", rb"\\u004a", rb"\u002F", rb"\u003d"])
def test_what_hides_is_suspect_in_a_large_text(hidden: bytes) -> None:
    text = b"x " * 40_000 + hidden + b" "
    assert suspects(text) == [(text.index(rb"\u"), len(text) - 1)]


@pytest.mark.parametrize("plain", [rb"\u003c", rb"\u003e", rb"\u0026", rb"\u00e9", rb"\u001b"])
def test_what_hides_nothing_is_not(plain: bytes) -> None:
    assert suspects(b"x " * 40_000 + plain) == []
