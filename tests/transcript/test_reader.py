from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.transcript.rows import FIRST, SECOND, Session, answer, comparable, joined, prompt, row, used

from entire.core import json_text, limits
from entire.transcript import lines, reader
from entire.transcript.cursor import Cursor, Turn


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "session")


def test_what_a_transcript_tells(session: Session) -> None:
    beginning = FIRST + joined(row("system", uuid="u-3"))
    session.write(beginning + SECOND)
    assert session.hook() == (["/repo/a.py"], True)
    cursor = session.cursor()
    assert cursor.position == 5
    assert cursor.mark.byte == cursor.copy_bytes == session.transcript.stat().st_size
    assert cursor.turns == [
        Turn(position=0, offset=0, files=["/repo/a.py"]),
        Turn(
            position=3,
            offset=len(beginning),
            byte=len(beginning),
            files=["/repo/a.py"],
            before="u-3",
        ),
    ]
    assert cursor.last_id == "u-3"
    assert [cursor.id_before(position) for position in (0, 1, 3, 5)] == ["", "", "u-3", "u-3"]
    assert cursor.model == "opus"
    assert cursor.total_usage() == used(3, 30, 2)
    assert session.hook() == ([], False)


def test_turns_point_at_their_prompts_in_the_redacted_copy(session: Session) -> None:
    secret = "ghp_Zx8vQ2mT7rLw4KpN9sBc3HdF6jGy1aEu5oXi"
    session.write(joined(prompt(f"Use {secret}"), prompt("né"), prompt("Third")))
    session.hook()
    cursor = session.cursor()
    assert secret not in session.copied().decode()
    assert cursor.copy_bytes < cursor.mark.byte
    records = lines.records_at(str(session.copy), cursor.turns)
    assert [record["message"]["content"] for record in records] == ["Use REDACTED", "né", "Third"]


def test_a_last_line_that_is_being_written_is_left(session: Session) -> None:
    session.write(FIRST + SECOND[:-1])
    session.hook()
    assert session.cursor().position == 3
    assert session.copied() == joined(*(FIRST + SECOND).splitlines()[:3])
    session.append(b"\n")
    assert session.hook().grew
    assert session.copied() == FIRST + SECOND


def rewrites() -> dict[str, bytes]:
    other = prompt("Other")
    return {
        "cut": FIRST,
        "emptied": b"",
        "begins differently": joined(other) + SECOND + FIRST + SECOND,
        "ends differently": FIRST + joined(*SECOND.splitlines()[:1], answer("m2", 99, given=2), other),
        "cut and grown": FIRST + joined(other, other, other, other),
    }


@pytest.mark.parametrize("content", rewrites().values(), ids=rewrites())
def test_a_rewritten_transcript_is_read_anew(session: Session, tmp_path: Path, content: bytes) -> None:
    session.write(FIRST + SECOND)
    session.hook()
    session.write(content)
    assert not session.usable()
    session.hook()
    fresh = Session(tmp_path / "fresh")
    fresh.write(content)
    fresh.hook()
    assert comparable(session.cursor()) == comparable(fresh.cursor())
    assert session.copy.read_bytes() == fresh.copy.read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        {"path": "/elsewhere"},
        {"rules": "0"},
        {"version": 1},
        {"copy_bytes": 10**9},
        {"copy_bytes": -1},
        {"sealed_bytes": 10**9},
        {"sealed_bytes": -1},
        {"main": {"byte": -1}},
        {"main": {"byte": 10**9}},
    ],
)
def test_a_cursor_that_does_not_fit_is_not_used(session: Session, change: dict[str, Any]) -> None:
    session.write(FIRST)
    session.hook()
    assert session.usable()
    session.saved.write_text(json_text.encode_line(session.cursor().to_json() | change))
    assert not session.usable()
    session.hook()
    assert session.copied() == FIRST
    assert session.cursor().total_usage() == used(1, 10, 1)


def test_new_redaction_rules_make_a_new_copy(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    session.rules = "2"
    session.redact = lambda data: data.replace(b"First", b"*****")
    session.hook()
    assert session.rebuilt == 2
    assert session.copied() == FIRST.replace(b"First", b"*****")


def test_a_copy_that_is_gone_is_made_again(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    session.copy.unlink()
    session.append(SECOND)
    session.hook()
    assert session.copied() == FIRST + SECOND
    assert session.cursor().total_usage() == used(3, 30, 2)


def test_what_a_crash_left_behind_the_cursor_is_dropped(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    session.copy.write_bytes(FIRST + b"half a li")
    session.append(SECOND)
    session.hook()
    assert session.rebuilt == 1
    assert session.copy.read_bytes() == FIRST + SECOND


def test_redaction_that_fails_writes_nothing(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    session.append(SECOND)

    def fails(data: bytes) -> bytes:
        raise RuntimeError("no rules")

    session.redact, working = fails, session.redact
    with pytest.raises(RuntimeError, match="no rules"):
        session.hook()
    assert session.copy.read_bytes() == FIRST
    session.redact = working
    session.hook()
    assert session.copy.read_bytes() == FIRST + SECOND


def test_a_transcript_that_is_gone_leaves_what_we_have(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    before = session.cursor()
    session.transcript.unlink()
    assert session.usable()
    assert session.hook() == ([], False)
    assert session.cursor() == before
    assert session.copied() == FIRST


@pytest.mark.parametrize("kind", ["missing", "directory", "fifo", "dangling", "device"])
def test_what_is_no_file_is_no_transcript(session: Session, kind: str) -> None:
    if kind == "directory":
        session.transcript.mkdir()
    elif kind == "fifo":
        os.mkfifo(session.transcript)
    elif kind == "dangling":
        session.transcript.symlink_to("nowhere")
    elif kind == "device":
        session.transcript.symlink_to("/dev/zero")
    assert session.hook() == ([], False)
    assert not session.copy.exists()


@pytest.mark.parametrize("path", ["", "a\0b", "/\ud800"])
def test_what_is_no_path_is_no_transcript(session: Session, path: str) -> None:
    cursor = Cursor(path=path)
    reader.advance(cursor, str(session.copy), session.context)
    assert (cursor.position, cursor.turns) == (0, [])
    assert not session.copy.exists()


def test_our_copy_is_private_and_no_link_is_followed(session: Session, tmp_path: Path) -> None:
    session.write(FIRST)
    session.hook()
    assert session.copy.stat().st_mode & 0o777 == 0o600
    precious = tmp_path / "precious"
    precious.write_text("precious")
    session.copy.unlink()
    session.copy.symlink_to(precious)
    with pytest.raises(OSError, match="symbolic"):
        session.hook()
    assert precious.read_text() == "precious"


def test_lines_that_nobody_understands_are_counted_and_kept(session: Session) -> None:
    odd = [
        b"",
        b"{",
        b"[1]",
        b"3",
        b"\xff\xfe{}",
        b"\x00",
        b'{"type":{}}',
        b'{"type":"assistant","message":[]}',
    ]
    content = joined(*odd, prompt("After"), *odd)
    session.write(content)
    session.hook()
    cursor = session.cursor()
    assert cursor.position == 2 * len(odd) + 1
    assert [turn.position for turn in cursor.turns] == [len(odd)]
    assert session.copied().count(b"\n") == cursor.position
    assert len(lines.records_at(str(session.copy), cursor.turns)) == 1


def test_a_huge_line_is_read_and_the_next_one_too(session: Session) -> None:
    huge = joined(prompt("x " * 2_500_000), prompt("Next"))
    assert len(huge) > lines.BLOCK
    session.write(FIRST + huge[: lines.BLOCK])
    session.hook()
    assert session.cursor().position == 2
    session.append(huge[lines.BLOCK :])
    session.hook()
    cursor = session.cursor()
    assert (cursor.position, len(cursor.turns)) == (4, 3)
    assert session.copied() == FIRST + huge


# Parts


def test_records_at_skips_what_is_not_there(session: Session) -> None:
    assert lines.records_at(str(session.copy), [Turn()]) == []
    session.write(FIRST)
    session.hook()
    turns = [Turn(offset=offset) for offset in (0, 1, len(FIRST), 10**9)]
    assert len(lines.records_at(str(session.copy), turns)) == 1


@pytest.mark.parametrize("block", [1, 2, 3, 100])
@pytest.mark.parametrize("content", [b"", b"\n", b"a", b"a\n", b"\n\n", b"ab\ncd\nef", b"abcdefgh\n\nij\n"])
def test_blocks_end_at_line_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, block: int
) -> None:
    monkeypatch.setattr(lines, "BLOCK", block)
    path = tmp_path / "file"
    path.write_bytes(content)
    descriptor = os.open(path, os.O_RDONLY)
    for start in range(len(content) + 1):
        blocks = list(lines.new_lines(descriptor, start))
        complete = content[start : max(start, content.rfind(b"\n") + 1)]
        assert b"".join(blocks) == complete
        assert all(part.endswith(b"\n") for part in blocks)
    os.close(descriptor)


def test_a_fingerprint_looks_at_both_edges(tmp_path: Path) -> None:
    content = bytes(range(256)) * 40
    seen = set()
    variants = [content, b"?" + content[1:], content[:-1] + b"?", content[:-1]]
    for number, variant in enumerate(variants):
        path = tmp_path / str(number)
        path.write_bytes(variant + b"what follows does not matter" * number)
        descriptor = os.open(path, os.O_RDONLY)
        seen.add(lines.fingerprint(descriptor, len(variant)))
        os.close(descriptor)
    assert len(seen) == len(variants)


def test_facts_say_whether_they_are_all(session: Session) -> None:
    long = joined(row("system", uuid="x" * 1000)) * 300  # more than a block
    session.write(FIRST + long + SECOND)
    facts = reader.facts_of(str(session.transcript), session.context.source)
    assert facts is not None
    assert not facts.cut
    limits.configure({"limits": {"portion_mb": 0.01}})
    try:
        facts = reader.facts_of(str(session.transcript), session.context.source)
    finally:
        limits.configure({})
    assert facts is not None
    assert facts.cut
    assert facts.ran_commands  # what was not read may have
