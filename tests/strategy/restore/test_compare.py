"""Which of two transcripts is ahead: tables, and what must hold for any."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code import agent as claude_code
from entire.redact import redact_jsonl
from entire.strategy.restore import compare as comparing
from entire.strategy.restore.compare import (
    CHECKPOINT_NEWER,
    LOCAL_NEWER,
    NEW,
    UNCHANGED,
    Compared,
    classify_timestamps,
    same_record,
)


def compare(local: bytes | None, stored: bytes) -> Compared:
    return comparing.compare(claude_code, local, stored)


SECRET = "sk-" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA"


def line(text: str, at: int | None = None) -> bytes:
    record = {"type": "user", "text": text} | ({"timestamp": f"2026-03-19T10:00:{at:02d}Z"} if at else {})
    return json.dumps(record).encode() + b"\n"


A, B, C = line("a", 1), line("b", 2), line("c", 3)
UNDATED = line("a summary, which has no time of its own")
LONG = line("x" * 200_000, 9)


@pytest.mark.parametrize(
    ("local", "stored", "status"),
    [
        (None, A, NEW),
        (A + B, A + B, UNCHANGED),
        (A + B, A + B.rstrip(), UNCHANGED),
        (A, A + B, CHECKPOINT_NEWER),
        (b"", A, CHECKPOINT_NEWER),
        (A + B, A, LOCAL_NEWER),
        # The agent compacted its transcript, the checkpoint has everything.
        (B + C, A + B + C, UNCHANGED),
        (C, A + B + C, UNCHANGED),
        (B, A + B + C, CHECKPOINT_NEWER),
        # They part ways: the later one wins, wherever its last time stands.
        (A + C, A + B, LOCAL_NEWER),
        (A + B, A + C, CHECKPOINT_NEWER),
        (A + C + UNDATED, A + B, LOCAL_NEWER),
        (A + B, A + C + UNDATED, CHECKPOINT_NEWER),
        (A + LONG, A + B, LOCAL_NEWER),
        (A + LONG + UNDATED, B + C + UNDATED, LOCAL_NEWER),
        # A line that was cut off while it was written.
        (A + B[:20], A + B, CHECKPOINT_NEWER),
        (A + B[:20], A + B + C, CHECKPOINT_NEWER),
        # Without any time.
        (UNDATED, A, CHECKPOINT_NEWER),
        (b"no JSON\n", line("neither has a time"), CHECKPOINT_NEWER),
        (A, UNDATED, LOCAL_NEWER),
        # Times that are none.
        (b'{"timestamp": 7}\n{"timestamp": "soon"}\n[]\n', A, CHECKPOINT_NEWER),
        (b"[" * 100_000 + b"\n", A, CHECKPOINT_NEWER),
    ],
)
def test_status(local: bytes | None, stored: bytes, status: str) -> None:
    assert compare(local, stored).status == status


@pytest.mark.parametrize(
    ("local", "stored", "status"),
    [
        ((None, 3), (None, 1), CHECKPOINT_NEWER),
        ((None, 3), (1.0, 1), CHECKPOINT_NEWER),
        ((1.0, 1), (None, 3), LOCAL_NEWER),
        ((2.0, 1), (1.0, 3), LOCAL_NEWER),
        ((1.0, 3), (2.0, 1), CHECKPOINT_NEWER),
        ((1.0, 3), (1.0, 1), LOCAL_NEWER),
        ((1.0, 1), (1.0, 3), CHECKPOINT_NEWER),
        ((1.0, 3), (1.0, 3), UNCHANGED),
    ],
)
def test_times(local: tuple[float | None, int], stored: tuple[float | None, int], status: str) -> None:
    assert classify_timestamps(local, stored) == status


@pytest.mark.parametrize(
    ("stored", "raw", "same"),
    [
        (b"key REDACTED end", b"key s3cret end", True),
        (b"REDACTED", b"anything", True),
        (b"a REDACTED b REDACTED c", b"a 1 b 2 c", True),
        (b"a [REDACTED_EMAIL] c", b"a ada@example.com c", True),
        (b"a REDACTED b REDACTED c", b"a 1 c", False),
        (b"abREDACTEDbc", b"abc", False),  # the ends may not overlap
        (b"key REDACTED end", b"key s3cret", False),
        (b"key REDACTED end", b"a key s3cret end", False),
        (b"one", b"two", False),
    ],
)
def test_redacted_lines(stored: bytes, raw: bytes, same: bool) -> None:
    assert same_record(stored, raw) is same
    assert same_record(raw, stored) is same


def test_what_is_here_is_not_replaced_by_its_redacted_copy() -> None:
    mine = line(f"my key is {SECRET}", 1)
    assert SECRET.encode() not in redact_jsonl(mine)
    assert compare(mine + B, redact_jsonl(mine + B)).status == UNCHANGED
    grown = compare(mine, redact_jsonl(mine + B))
    assert (grown.status, grown.content) == (CHECKPOINT_NEWER, mine + B)
    back = compare(mine + B, redact_jsonl(mine))
    assert (back.status, back.content) == (LOCAL_NEWER, mine)


LINES = st.lists(st.sampled_from([A, B, C, UNDATED, line(SECRET, 4), b"no JSON\n"]), max_size=8)


@given(local=LINES, stored=LINES)
def test_writing_brings_here_what_is_stored(local: list[bytes], stored: list[bytes]) -> None:
    """Whatever was here: afterwards nothing differs, and no line that both have was touched."""
    mine, theirs = b"".join(local), redact_jsonl(b"".join(stored))
    written = compare(mine, theirs).content
    assert compare(written, theirs).status == UNCHANGED
    assert compare(written, theirs).content == written
    assert redact_jsonl(written) == theirs
    if mine == b"".join(stored):
        assert written == mine


@given(begin=LINES, rest=LINES)
def test_longer_is_newer(begin: list[bytes], rest: list[bytes]) -> None:
    short, long = b"".join(begin), b"".join(begin + rest)
    forth, back = compare(short, redact_jsonl(long)), compare(long, redact_jsonl(short))
    if rest:
        assert (forth.status, back.status) == (CHECKPOINT_NEWER, LOCAL_NEWER)
    assert forth.content == short + redact_jsonl(b"".join(rest))
