"""Rewritten transcripts: our copy keeps what was read, and gets only what it does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.transcript.rows import FIRST, SECOND, Session, answer, joined, prompt, used

from entire.core import json_text
from entire.transcript import reader
from entire.transcript.cursor import Cursor
from entire.transcript.rewritten import reopened

OTHER = joined(b'{"type":"summary","summary":"so far"}')


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "session")


def hook(session: Session, content: bytes) -> Cursor:
    """What a hook does after the file was rewritten."""
    session.write(content)
    cursor = session.cursor()
    if not session.usable():
        cursor = reopened(cursor, str(session.transcript), str(session.copy), session.context)
    reader.advance(cursor, str(session.copy), session.context)
    session.saved.write_text(json_text.encode_line(cursor.to_json()))
    return cursor


@pytest.mark.parametrize(
    ("content", "copy"),
    [
        (FIRST, FIRST + SECOND),
        (b"", FIRST + SECOND),
        (OTHER + SECOND, FIRST + SECOND + OTHER),
        (SECOND + FIRST, FIRST + SECOND),
        (OTHER, FIRST + SECOND + OTHER),
        (OTHER + OTHER, FIRST + SECOND + OTHER + OTHER),
        (FIRST + SECOND + OTHER, FIRST + SECOND + OTHER),
    ],
)
def test_what_our_copy_has_then(session: Session, content: bytes, copy: bytes) -> None:
    session.write(FIRST + SECOND)
    session.hook()
    cursor = hook(session, content)
    assert session.copied() == copy
    assert cursor.position == copy.count(b"\n")
    assert cursor.position - cursor.mark.ahead == content.count(b"\n")
    assert cursor.total_usage() == used(3, 30, 2)
    third = joined(prompt("Third"), answer("m3", 5, given=1))
    cursor = hook(session, content + third)
    assert session.copied() == copy + third
    assert cursor.total_usage() == used(4, 35, 3)
    assert [turn.position for turn in cursor.turns] == [0, 2, copy.count(b"\n")]


def test_records_edited_in_place_are_known_by_their_ids(session: Session) -> None:
    """The numbers of records stay the same, so the copy gets the new text."""
    numbered = FIRST.replace(b'{"type": "user"', b'{"uuid": "u1", "type": "user"')
    session.write(numbered + SECOND)
    session.hook()
    edited = numbered.replace(b"First", b"FIRST")
    cursor = hook(session, edited + SECOND + OTHER)
    assert session.copied() == edited + SECOND + OTHER
    assert (cursor.mark.ahead, cursor.total_usage()) == (0, used(3, 30, 2))


def test_a_file_that_is_emptied_and_filled_again_counts_once(session: Session) -> None:
    session.write(FIRST + SECOND)
    session.hook()
    for content in (b"", FIRST, FIRST + SECOND):
        cursor = hook(session, content)
        assert session.copied() == FIRST + SECOND
        assert cursor.total_usage() == used(3, 30, 2)
    assert hook(session, FIRST + SECOND + OTHER).position == 5


def test_new_rules_after_a_rewrite_apply_to_everything(session: Session) -> None:
    session.write(FIRST + SECOND)
    session.hook()
    hook(session, SECOND + OTHER)
    session.rules = "2"
    session.redact = lambda data: data.replace(b"First", b"*").replace(b"so far", b"*")
    cursor = hook(session, SECOND + OTHER)
    assert session.copied() == (FIRST + SECOND + OTHER).replace(b"First", b"*").replace(b"so far", b"*")
    assert (cursor.rules, cursor.total_usage()) == ("2", used(3, 30, 2))


@pytest.mark.parametrize("change", [{"version": 1}, {"copy_bytes": 10**9}, {"sealed_bytes": -1}])
def test_without_a_valid_cursor_the_file_is_read_from_the_start(
    session: Session, change: dict[str, object]
) -> None:
    session.write(FIRST + SECOND)
    session.hook()
    session.saved.write_text(json_text.encode_line(session.cursor().to_json() | change))
    hook(session, SECOND)
    assert session.copied() == SECOND
