"""Where a transcript is cut."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from entire.strategy.restore.compare import same_line
from entire.transcript import cut


def line(uuid: str = "", **fields: Any) -> bytes:
    return json.dumps(({"uuid": uuid} if uuid else {}) | fields).encode() + b"\n"


def result(tool: str, uuid: str = "") -> bytes:
    return line(uuid, type="user", message={"content": [{"type": "tool_result", "tool_use_id": tool}]})


ONE, TWO, THREE = line("u1"), line("u2", parentUuid="u1"), line("u3", parentUuid="u2")
LIVE = ONE + TWO + THREE


def test_behind_a_number_of_lines() -> None:
    assert cut.after_lines(LIVE, 2) == len(ONE + TWO)
    assert cut.after_lines(LIVE, 0) == 0
    assert cut.after_lines(LIVE + b"not finished", 9) == len(LIVE)
    assert cut.after_lines(b"\n\nx\n", 2) == 2  # an empty line is a line


def test_behind_what_was_stored() -> None:
    assert cut.after_same(LIVE, ONE + TWO, same_line) == len(ONE + TWO)
    assert cut.after_same(LIVE, (ONE + TWO).rstrip(), same_line) == len(ONE + TWO)
    assert cut.after_same(LIVE, LIVE, same_line) == len(LIVE)


def test_stored_lines_may_be_redacted() -> None:
    live = line("u1", text="my secret is x") + THREE
    assert cut.after_same(live, line("u1", text="my secret is REDACTED"), same_line) == len(live) - len(THREE)


def test_lines_that_moved_are_found_by_their_uuid() -> None:
    moved = line(summary="put before") + LIVE
    assert cut.after_same(moved, ONE + TWO, same_line) == len(moved) - len(THREE)
    assert cut.after_same(moved, ONE + TWO + line(mode="no uuid"), same_line) == len(moved) - len(THREE)
    assert cut.after_same(line("other"), ONE + TWO, same_line) is None
    assert cut.after_same(b"", ONE, same_line) is None
    assert cut.after_same(line(x=1), line(y=1), same_line) is None  # nothing to look for


def test_behind_a_record() -> None:
    assert cut.after_uuid(LIVE, "u2") == len(ONE + TWO)  # not the one that only names it as its parent
    assert cut.after_uuid(LIVE, "u9") is None
    assert cut.after_uuid(LIVE, "") is None
    assert cut.after_uuid(LIVE.rstrip(), "u3") is None  # still being written


def test_behind_a_result() -> None:
    call = line("u1", message={"content": [{"type": "tool_use", "id": "t1"}]})
    data = call + result("t2") + result("t1") + THREE
    assert cut.after_result(data, "t1") == len(data) - len(THREE)
    assert cut.after_result(call, "t1") is None
    assert cut.after_result(data, "") is None
    assert cut.after_result(b't1 is no JSON\n["t1"]\n{"message": "t1"}\n', "t1") is None


@given(st.lists(st.binary(max_size=20).filter(lambda text: b"\n" not in text)), st.integers(0, 12))
def test_whole_lines_only(lines: list[bytes], count: int) -> None:
    data = b"".join(text + b"\n" for text in lines)
    kept = data[: cut.after_lines(data, count)]
    assert kept == b"".join(text + b"\n" for text in lines[:count])
    assert cut.after_same(data, kept, bytes.__eq__) == len(kept) or not kept
