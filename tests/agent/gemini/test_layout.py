"""Transcripts of Gemini CLI as lines and as a document: the same questions, the right answers for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.recordings import transcripts

from entire.agent import registry
from entire.agent.gemini.layout import EITHER
from entire.transcript import document, lines

RECORDS = [{"id": str(n), "type": "user", "content": f"größe {n}\n"} for n in range(4)]
LOG = b"".join(json.dumps(record).encode() + b"\n" for record in [{"sessionId": "x"}, *RECORDS])
ONE_LINE = json.dumps({"sessionId": "x", "messages": RECORDS, "summary": "y"}).encode()
PRETTY = json.dumps({"sessionId": "x", "messages": RECORDS}, indent=2, ensure_ascii=False).encode()
DOCUMENTS = [ONE_LINE, PRETTY, ONE_LINE + b"\n", b"\n  " + PRETTY]
RECORDED = [path.read_bytes() for path in transcripts("gemini", "resume") + transcripts("gemini", "compress")]
LOGS = [LOG, LOG[16:], *RECORDED, b"", b"not JSON\n", b'{"$set":{"messages":[]}}\n{"id":"1"}\n']


@pytest.mark.parametrize("data", LOGS)
def test_lines(data: bytes) -> None:
    assert EITHER.split(data) == lines.split(data)
    assert EITHER.end(data) == lines.end(data)
    assert EITHER.closed(data) == lines.closed(data)
    assert list(EITHER.some(data, 1, 2)) == list(lines.some(data, 1, 2))
    assert EITHER.cut(data, 2) == lines.cut(data, 2)
    assert EITHER.chunks(0, data) == lines.chunks(0, data)
    assert EITHER.join([data, data]) == lines.join([data, data])
    assert b"".join(EITHER.restored([[data]])) == b"".join(lines.restored([[data]]))
    pieces = EITHER.split(data)[1]
    assert [EITHER.decode(piece) for piece in pieces] == [lines.decode(piece) for piece in pieces]


@pytest.mark.parametrize("data", DOCUMENTS)
def test_documents(data: bytes) -> None:
    layout = document.of("messages")
    assert EITHER.end(data) == 4
    assert EITHER.split(data) == layout.split(data)
    assert [EITHER.decode(piece) for piece in EITHER.split(data)[1]] == RECORDS
    assert EITHER.cut(data, 2) == layout.cut(data, 2)
    assert EITHER.closed(data) == EITHER.trimmed(data) == data
    assert b"".join(EITHER.restored([[data[:20], data[20:]]])) == data
    assert EITHER.chunks(0, data) == ([], [data])
    assert EITHER.join([data]) == data


def test_stored_transcripts_are_read_in_either_layout() -> None:
    assert registry.stored_layout("Gemini CLI").end(PRETTY) == 4
    assert registry.stored_layout("Gemini CLI").end(LOG) == 5


def test_a_record_in_the_middle_of_stored_pieces() -> None:
    """A piece after the first begins with any record."""
    first, second = LOG[: LOG.index(b'{"id": "2"') - 1], LOG[LOG.index(b'{"id": "2"') :]
    assert EITHER.join([first, second]) == LOG
    assert len(EITHER.split(EITHER.join([second, b""]))[1]) == 3  # with what separates it from the next


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    before, pieces, after = EITHER.split(data)
    assert before + b"".join(pieces) + after == data
    assert EITHER.end(data) == len(pieces)
    for piece in pieces:
        EITHER.decode(piece)


def test_reading_a_file(tmp_path: Path) -> None:
    for name, data, count in (("log", LOG, 5), ("document", PRETTY, 4)):
        path = tmp_path / name
        path.write_bytes(data)
        with path.open("rb") as file:
            assert len(list(EITHER.pieces(file.fileno()))) == count
