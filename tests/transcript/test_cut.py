"""Where a transcript is cut."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code import agent
from entire.strategy.restore.compare import same_record
from entire.transcript import cut
from entire.transcript import lines as layout


def line(uuid: str = "", **fields: Any) -> bytes:
    return json.dumps(({"uuid": uuid} if uuid else {}) | fields).encode() + b"\n"


def result(tool: str, uuid: str = "") -> bytes:
    return line(uuid, type="user", message={"content": [{"type": "tool_result", "tool_use_id": tool}]})


ONE, TWO, THREE = line("u1"), line("u2", parentUuid="u1"), line("u3", parentUuid="u2")
LIVE = ONE + TWO + THREE


def after_same(live: bytes, stored: bytes) -> int | None:
    return cut.after_same(agent, live, stored, same_record)


def test_behind_a_number_of_lines() -> None:
    assert layout.cut(LIVE, 2) == ONE + TWO
    assert layout.cut(LIVE, 0) == b""
    assert layout.cut(LIVE + b"not finished", 9) == LIVE
    assert layout.cut(b"\n\nx\n", 2) == b"\n\n"  # an empty line is a line


def test_behind_what_was_stored() -> None:
    assert after_same(LIVE, ONE + TWO) == 2
    assert after_same(LIVE, (ONE + TWO).rstrip()) == 2
    assert after_same(LIVE, LIVE) == 3


def test_stored_lines_may_be_redacted() -> None:
    live = line("u1", text="my secret is x") + THREE
    assert after_same(live, line("u1", text="my secret is REDACTED")) == 1


def test_lines_that_moved_are_found_by_their_uuid() -> None:
    moved = line(summary="put before") + LIVE
    assert after_same(moved, ONE + TWO) == 3
    assert after_same(moved, ONE + TWO + line(mode="no uuid")) == 3
    assert after_same(line("other"), ONE + TWO) is None
    assert after_same(b"", ONE) is None
    assert after_same(line(x=1), line(y=1)) is None  # nothing to look for


def test_behind_a_record() -> None:
    assert cut.after_id(agent, LIVE, "u2") == 2  # not the one that only names it as its parent
    assert cut.after_id(agent, LIVE, "u9") is None
    assert cut.after_id(agent, LIVE, "") is None
    assert cut.after_id(agent, LIVE.rstrip(), "u3") is None  # still being written


def test_behind_a_result() -> None:
    call = line("u1", message={"content": [{"type": "tool_use", "id": "t1"}]})
    data = call + result("t2") + result("t1") + THREE
    assert cut.after_result(agent, data, "t1") == 3
    assert cut.after_result(agent, call, "t1") is None
    assert cut.after_result(agent, data, "") is None
    assert cut.after_result(agent, b't1 is no JSON\n["t1"]\n{"message": "t1"}\n', "t1") is None


@given(st.lists(st.binary(max_size=20).filter(lambda text: b"\n" not in text)), st.integers(0, 12))
def test_whole_lines_only(lines: list[bytes], count: int) -> None:
    data = b"".join(text + b"\n" for text in lines)
    kept = layout.cut(data, count)
    assert kept == b"".join(text + b"\n" for text in lines[:count])
    assert cut.after_same(agent, data, kept, bytes.__eq__) == layout.end(kept)


@pytest.mark.parametrize(
    ("data", "trimmed"),
    [
        (b"", b""),
        (b"\n \n\t", b""),
        (b"a", b"a\n"),
        (b"a\n", b"a\n"),
        (b"a \n\n \n", b"a \n"),
        (b"a \n\n ", b"a \n"),
        (b"\n a ", b"\n a \n"),
    ],
)
def test_a_trimmed_transcript_ends_with_its_last_record(data: bytes, trimmed: bytes) -> None:
    assert layout.trimmed(data) == trimmed
