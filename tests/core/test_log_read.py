from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.core import log_read
from entire.core.log_read import Wanted


def put(root: Path, name: str, *rows: dict[str, Any] | bytes) -> None:
    path = root / ".entire/logs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def messages(root: Path, limit: int = 0, wanted: Wanted = Wanted()) -> list[str]:  # noqa: B008
    return [row.message for row in log_read.tail(str(root), wanted, limit)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    put(tmp_path, "entire.log.1", {"msg": "oldest", "level": "ERROR"}, {"msg": "older", "level": "INFO"})
    put(
        tmp_path,
        "entire.log",
        {"msg": "one", "level": "DEBUG", "session_id": "8f76-1"},
        b'{"msg":"torn',
        b"[1, 2]",
        b"",
        {"msg": "two", "level": "WARN", "session_id": "8f76-2"},
        {"msg": "three", "level": "INFO", "session_id": 7, "time": None},
    )
    return tmp_path


def test_both_files_the_newest_last(root: Path) -> None:
    assert log_read.exists(str(root))
    assert messages(root) == ["oldest", "older", "one", "two", "three"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6])
def test_the_last_ones(root: Path, limit: int) -> None:
    assert messages(root, limit) == ["oldest", "older", "one", "two", "three"][-limit:]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted("debug"), ["oldest", "older", "one", "two", "three"]),
        (Wanted("INFO"), ["oldest", "older", "two", "three"]),
        (Wanted("warn"), ["oldest", "two"]),
        (Wanted("error"), ["oldest"]),
        (Wanted(session="8F76"), ["one", "two"]),
        (Wanted("error", "8f76-2"), []),
        (Wanted(session="7"), ["three"]),
    ],
)
def test_only_those_that_are_wanted(root: Path, wanted: Wanted, found: list[str]) -> None:
    assert messages(root, 0, wanted) == found
    assert messages(root, 1, wanted) == found[-1:]


def test_no_log(tmp_path: Path) -> None:
    assert not log_read.exists(str(tmp_path))
    assert messages(tmp_path) == []


def test_long_files_and_lines(tmp_path: Path) -> None:
    rows = [{"msg": f"{number}" + "x" * (number % 7 * 9_000)} for number in range(300)]
    put(tmp_path, "entire.log", *rows)
    assert messages(tmp_path) == [row["msg"] for row in rows]
    assert messages(tmp_path, 17) == [row["msg"] for row in rows[-17:]]


def test_a_line_that_is_not_ours_is_not_kept_in_memory(tmp_path: Path) -> None:
    put(tmp_path, "entire.log", {"msg": "before"}, b"x" * 3_000_000, {"msg": "after"})
    assert messages(tmp_path) == ["before", "after"]


def test_a_row() -> None:
    line = b'{"time":"10:00","level":"WARN","msg":"m","component":"hooks","session_id":"s","code":3}'
    assert log_read.parse(line) == (line.decode(), "10:00", "WARN", "hooks", "m", "s", {"code": 3})


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b"[" * 100_000, b"\xff"])
def test_no_row(line: bytes) -> None:
    assert log_read.parse(line) is None
