from __future__ import annotations

import _thread
import hashlib
import mmap
import os
from pathlib import Path

import pytest

from entire.strategy.turn import content_hash

LONG = 5 << 20


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "full.jsonl"
    path.write_bytes(os.urandom(LONG))
    return path


def expected(path: Path, size: int) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()[:size]).hexdigest()}"


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("size", [0, 1, 1000, 300_000, LONG - 1, LONG])
def test_the_first_bytes_of_a_file(copy: Path, size: int, begun: bool) -> None:
    """Even if the file has more, which a crash can leave."""
    if begun:
        content_hash.begin(str(copy))
    assert content_hash.content_hash(str(copy), size) == expected(copy, size)


@pytest.mark.parametrize("more", [5, LONG])
def test_bytes_appended_since_the_start_are_included(copy: Path, more: int) -> None:
    content_hash.begin(str(copy))
    with copy.open("ab") as file:
        file.write(b"m" * more)
    for _ in range(2):  # written twice where a segment was missing
        assert content_hash.content_hash(str(copy), LONG + more) == expected(copy, LONG + more)


def test_nothing_there_yet(tmp_path: Path) -> None:
    content_hash.begin(str(tmp_path / "nothing"))


def test_without_threads(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    content_hash.begin(str(copy))
    assert content_hash.content_hash(str(copy), LONG) == expected(copy, LONG)


@pytest.mark.parametrize("error", [OSError("gone"), MemoryError()])
def test_an_error_in_the_thread_is_raised(
    copy: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(mmap, "mmap", fail)
    content_hash.begin(str(copy))
    with pytest.raises(type(error)):
        content_hash.content_hash(str(copy), LONG)
