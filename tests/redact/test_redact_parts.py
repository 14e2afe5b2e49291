"""The small rooms: regions, views, entropy."""

import json
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.redact import view
from entire.redact.entropy import is_random
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, merge


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        ([], []),
        ([(0, 3), (5, 8)], [(0, 3), (5, 8)]),
        ([(5, 8), (0, 3)], [(0, 3), (5, 8)]),
        ([(0, 5), (3, 8)], [(0, 8)]),
        ([(0, 5), (5, 8)], [(0, 8)]),
        ([(0, 9), (2, 3), (4, 5)], [(0, 9)]),
    ],
)
def test_merge(spans: list[tuple[int, int]], merged: list[tuple[int, int]]) -> None:
    assert [(r.start, r.end) for r in merge([Region(a, b, "rule") for a, b in spans])] == merged


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
        (b"  abcdefghijklmnopqrstuvw", [2]),
        (b"abcdefghijklmnopqrstuv  ", []),
        (rb"only \u0041 and \u003c and \u00e9", [5]),
    ],
)
def test_suspects(raw: bytes, found: list[int]) -> None:
    assert suspects(raw) == found
