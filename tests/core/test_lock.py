from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from entire.core.errors import Locked
from entire.core.lock import Lock

_HOLDER = """
import os, sys, time
from entire.core.lock import Lock
with Lock(sys.argv[1]):
    if len(sys.argv) > 2:
        os.posix_spawnp("sleep", ["sleep", "5"], os.environ)
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "sub" / "lock")


@pytest.fixture
def holder(path: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_lock_can_be_taken_again_after_use(path: str) -> None:
    for _ in range(3):
        with Lock(path, wait=0):
            pass


def test_a_lock_is_released_after_an_error(path: str) -> None:
    with pytest.raises(RuntimeError), Lock(path):
        raise RuntimeError
    with Lock(path, wait=0):
        pass


def test_waiting_is_bounded(path: str, holder: subprocess.Popen[str]) -> None:
    began = time.monotonic()
    with pytest.raises(Locked) as caught, Lock(path, wait=0.1):
        pytest.fail("two holders")
    assert 0.1 <= time.monotonic() - began < 2
    assert caught.value.hint


def test_a_waiter_gets_in_when_the_holder_leaves(path: str, holder: subprocess.Popen[str]) -> None:
    assert holder.stdin is not None
    holder.stdin.close()
    with Lock(path, wait=5):
        pass


def test_a_lock_dies_with_its_holder(path: str, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    with Lock(path, wait=5):
        pass


def test_a_child_that_outlives_the_holder_does_not_keep_the_lock(path: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _HOLDER, path, "with a child"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    assert done.returncode == 0
    with Lock(path, wait=0):
        pass


def test_one_process_cannot_hold_it_twice(path: str) -> None:
    with Lock(path), pytest.raises(Locked), Lock(path, wait=0):
        pytest.fail("two holders")
