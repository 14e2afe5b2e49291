"""Transcripts of one record a line, cut into pieces that checkpoints share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.transcript import lines

SIZES = st.sampled_from([0, 1, 2, 7, 40, 63, 64, 65, 200, 1000])
texts = st.lists(SIZES.map(lambda n: b"x" * n), max_size=60).map(b"\n".join)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MIN_BYTES", 64)


def _all(text: bytes) -> tuple[list[bytes], bytes]:
    sealed, [rest] = lines.chunks(0, text)
    return sealed, rest


@pytest.mark.usefixtures("small")
@given(texts)
def test_pieces_come_together_again(text: bytes) -> None:
    sealed, rest = _all(text)
    assert lines.join([*sealed, rest]) == text


@pytest.mark.usefixtures("small")
@given(texts, st.lists(st.integers(0, 5000)))
def test_how_the_text_arrives_does_not_matter(text: bytes, stops: list[int]) -> None:
    sealed: list[bytes] = []
    rest = b""
    at = 0
    for stop in sorted({min(stop, len(text)) for stop in (*stops, len(text))}):
        done = sum(len(part) + 1 for part in sealed)
        more, [rest] = lines.chunks(done, rest + text[at:stop])
        sealed += more
        at = stop
    assert (sealed, rest) == _all(text)


@pytest.mark.usefixtures("small")
@given(texts, texts)
def test_what_is_sealed_stays_sealed_as_the_text_grows(text: bytes, more: bytes) -> None:
    before, _ = _all(text)
    after, _ = _all(text + more)
    assert after[: len(before)] == before


@pytest.mark.usefixtures("small")
@given(texts)
def test_every_sealed_piece_is_as_long_as_its_limit_and_ends_at_a_line_end(text: bytes) -> None:
    sealed, rest = _all(text)
    before = 0
    for part in sealed:
        assert len(part) + 1 >= lines.limit(before)
        assert b"\n" not in part[lines.limit(before) - 1 :]  # it was sealed at the first chance
        before += len(part) + 1
    assert rest or not text
    assert b"\n" not in rest[lines.limit(before) - 1 : -1]


def test_short_transcripts_are_one_piece() -> None:
    text = b'{"a":1}\n' * 8000
    assert len(text) < lines.MIN_BYTES
    assert _all(text) == ([], text)


@pytest.mark.parametrize("gigabytes", [1, 4])
def test_pieces_can_be_numbered_with_three_digits(gigabytes: int) -> None:
    """The worst case: every segment is just as long as it must be."""
    total = count = 0
    while total < gigabytes << 30:
        total += lines.limit(total)
        count += 1
    assert count < 1000


def test_the_open_piece_is_a_small_part_of_the_whole() -> None:
    line = b"x" * 999 + b"\n"
    sealed, rest = _all(line * 20_000)
    assert len(rest) <= lines.limit(20_000_000) + len(line)
    assert len(sealed) > 100


@given(texts)
def test_records(text: bytes) -> None:
    head, records, tail = lines.split(text)
    assert head + b"".join(records) + tail == text
    assert lines.end(text) == len(records)
    assert lines.cut(text, len(records)) == b"".join(records)
    closed = lines.split(lines.closed(text))
    assert closed[2] == b""
    assert len(closed[1]) == len(records) + bool(tail)


@given(st.lists(st.lists(st.text("ab \n\t", max_size=5).map(str.encode), max_size=5), max_size=5))
def test_a_transcript_in_blocks_is_the_same(parts: list[list[bytes]]) -> None:
    whole = lines.trimmed(lines.join([b"".join(part) for part in parts]))
    assert b"".join(lines.restored(parts)) == whole


def test_endless_blanks_are_not_kept_back() -> None:
    blanks = [b"\n" * lines.BLOCK] * 100
    assert max(map(len, lines.restored([[b"a\n", *blanks]]))) <= 3 * lines.BLOCK


@given(texts, st.integers(0, 70), st.integers(0, 70))
def test_some_records(text: bytes, start: int, most: int) -> None:
    assert list(lines.some(text, start, most)) == lines.split(text)[1][start : start + most]
