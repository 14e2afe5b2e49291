from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint import segments, segments_read
from entire.git.objects.read import FILE_MODE, Entry
from entire.git.objects.write import Writer
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
    assert segments_read.join([*sealed, rest]) == text


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


def test_names() -> None:
    assert segments.part_names(3) == ["full.jsonl", "full.jsonl.001", "full.jsonl.002"]
    assert segments.part_names(0) == []
    names = [
        "full.jsonl.010",
        "prompt.txt",
        "full.jsonl.002",
        "full.jsonl",
        "full.jsonl.1000",
        "full.jsonl.000",
    ]
    assert segments.sorted_parts(names) == ["full.jsonl", "full.jsonl.002", "full.jsonl.010"]
    assert segments.sorted_parts(["full.log", "full.jsonl.001"]) == ["full.log", "full.jsonl.001"]
    assert segments.sorted_parts(["full.log", "full.jsonl"]) == ["full.jsonl"]
    assert segments.sorted_parts(["full.jsonl.x", "xfull.jsonl", "full.jsonl.001\n"]) == []


def test_replacing_removes_pieces_that_are_left_over() -> None:
    names = ["full.jsonl", "full.jsonl.001", "full.jsonl.002", "full.log", "notes.txt"]
    entries = {name: Entry(FILE_MODE, "0" * 40) for name in names}
    changes = segments.replace("d", entries, ["1" * 40, "2" * 40])
    assert {change.path: change.oid for change in changes} == {
        "d/full.jsonl": "1" * 40,
        "d/full.jsonl.001": "2" * 40,
        "d/full.jsonl.002": None,
        "d/full.log": None,
    }


def _directory(place: Place, files: dict[str, bytes]) -> str:
    commit = place.put_raw({f"d/{name}": data for name, data in files.items()}, ref="refs/heads/scratch")
    return place.work.git("rev-parse", f"{commit}:d")


@pytest.mark.parametrize(
    ("files", "agent", "transcript"),
    [
        ({"full.jsonl": b"a\nb\n"}, "", b"a\nb\n"),
        ({"full.jsonl": b"a", "full.jsonl.002": b"c\n", "full.jsonl.001": b"b"}, "", b"a\nb\nc\n"),
        ({"full.log": b"old"}, "", b"old"),
        ({"full.log": b"old", "full.jsonl": b"new"}, "", b"new"),
        ({"full.jsonl": b"", "full.jsonl.001": b"b"}, "", b"\nb"),
        ({"full.jsonl.001": b"b"}, "", b"b"),
        ({"prompt.txt": b"x"}, "", None),
        (
            {"full.jsonl": b'{"messages":[{"id":"1"}]}', "full.jsonl.001": b'{"messages":[{"id":"2"}]}'},
            "Gemini CLI",
            b'{"messages":[{"id":"1"},{"id":"2"}]}',
        ),
        # our own segments of the same agent: lines of one document
        ({"full.jsonl": b'{"messages":[', "full.jsonl.001": b"1]}"}, "Gemini CLI", b'{"messages":[\n1]}'),
        ({"full.jsonl": b'{"messages":[1], "x": 2}'}, "Gemini CLI", b'{"messages":[1], "x": 2}'),
    ],
)
def test_reading(place: Place, files: dict[str, bytes], agent: str, transcript: bytes | None) -> None:
    assert segments_read.read_transcript(place.objects, _directory(place, files), agent) == transcript


def test_a_piece_that_is_lost_is_left_out(place: Place) -> None:
    directory = _directory(
        place, {"full.jsonl": b"first", "full.jsonl.001": b"lost", "full.jsonl.002": b"last"}
    )
    oid = place.work.git("rev-parse", f"{directory}:full.jsonl.001")
    (place.work.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    assert segments_read.read_transcript(place.objects, directory) == b"first\nlast"


@hypothesis.settings(max_examples=10)
@given(st.lists(st.binary(max_size=50), min_size=1, max_size=5))
def test_stored_pieces_are_read_back(place: Place, parts: list[bytes]) -> None:
    transcript = segments.Transcript(tuple(parts), "")
    with Writer(place.repo) as writer:
        oids = segments.store(writer, transcript)
        again = segments.store(writer, segments.Transcript((*oids[:-1], parts[-1]), ""))
        changes = segments.replace("d", {}, oids)
        commit, _ = writer.commit(changes, "x", ALICE.identity())
    assert again == oids
    directory = place.work.git("rev-parse", f"{commit}:d")
    assert segments_read.read_transcript(place.objects, directory) == b"\n".join(parts)
