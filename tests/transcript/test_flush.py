from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest
from tests.transcript.rows import answer, joined, prompt

from entire.transcript import flush

MESSAGES = [
    "Done.",
    'She said "hi" and left\\',
    "two\nlines\tand a tab",
    "né 日本 🎉 \u2028 \x7f \x01",
    " surrounded by space \n",
    "long " * 2000,
    "half a character: \ud83d",
]


def as_javascript(message: str) -> bytes:
    """A row as the client writes it: nothing escaped that need not be, half characters as escapes."""
    line = json.dumps({"type": "assistant", "message": {"content": message}}, ensure_ascii=False)
    return line.encode("utf-8", "backslashreplace") + b"\n"


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_that_is_there_is_found_at_once(tmp_path: Path, message: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(joined(prompt("x")) + as_javascript(message) + joined(answer("later", 1)))
    assert flush.wait_for_message(str(path), message)


def test_a_message_that_comes_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flush, "WAIT_SECONDS", 10.0)
    path = tmp_path / "t.jsonl"
    path.write_bytes(joined(prompt("x")))
    late = threading.Timer(0.03, path.write_bytes, [as_javascript("Late.")])
    late.start()
    assert flush.wait_for_message(str(path), "Late.")
    late.join()


@pytest.mark.parametrize("kind", ["absent", "missing", "directory", "fifo", "far from the end"])
def test_a_message_that_never_comes_is_waited_for_with_a_bound(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "t.jsonl"
    if kind == "absent":
        path.write_bytes(joined(prompt("x")))
    elif kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "far from the end":
        path.write_bytes(as_javascript("Done.") + joined(prompt("x" * 300_000)))
    start = time.monotonic()
    assert not flush.wait_for_message(str(path), "Done.")
    assert flush.WAIT_SECONDS <= time.monotonic() - start < 2


@pytest.mark.parametrize(("path", "message"), [("", "Done."), ("t.jsonl", ""), ("t.jsonl", " \n ")])
def test_nothing_to_wait_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("waited"))
    assert not flush.wait_for_message(path and str(tmp_path / path), message)
