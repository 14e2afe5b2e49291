from __future__ import annotations

import _thread
import hashlib
import os
from pathlib import Path

import pytest

from entire.strategy.content_hash import ContentHash

LONG = 5 << 20


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "full.jsonl"
    path.write_bytes(os.urandom(LONG))
    return path


def expected(path: Path, size: int) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()[:size]).hexdigest()}"


@pytest.mark.parametrize("size", [0, 1, 1000, 300_000, LONG - 1, LONG])
def test_as_much_as_was_asked_for(copy: Path, size: int) -> None:
    assert ContentHash(str(copy), size).of(size) == expected(copy, size)


def test_what_was_added_meanwhile_is_in_it(copy: Path) -> None:
    begun = ContentHash(str(copy), LONG)
    with copy.open("ab") as file:
        file.write(b"more\n")
    assert begun.of(LONG + 5) == expected(copy, LONG + 5)
    assert begun.of(LONG + 5) == expected(copy, LONG + 5)


def test_without_threads(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    assert ContentHash(str(copy), LONG).of(LONG) == expected(copy, LONG)


@pytest.mark.parametrize("error", [OSError("gone"), MemoryError()])
def test_what_goes_wrong_beside_is_told(
    copy: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_: object) -> bytes:
        raise error

    monkeypatch.setattr(os, "pread", fail)
    begun = ContentHash(str(copy), LONG)
    with pytest.raises(type(error)):
        begun.of(LONG)
