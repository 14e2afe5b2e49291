from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.checkpoint.conftest import ALICE, Place

from entire.checkpoint import segments, segments_read
from entire.git.objects.tree import FILE_MODE, Entry
from entire.git.objects.write import Writer


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
