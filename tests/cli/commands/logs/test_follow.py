"""Follow a log: every new line is returned once, whatever happens to the file."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from entire.cli.commands.logs import follow
from entire.cli.commands.logs.follow import Following


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "_PAUSE_SECONDS", 0.001)


class Log:
    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.path = root / ".entire/logs/entire.log"
        self.path.parent.mkdir(parents=True)

    def add(self, text: str) -> None:
        with self.path.open("a") as file:
            file.write(text)

    def put_aside(self) -> None:
        self.path.replace(f"{self.path}.1")


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path)


def taken(lines: Iterator[bytes], number: int) -> list[str]:
    return [line.decode() for line in itertools.islice(lines, number)]


def test_what_is_added(log: Log) -> None:
    log.add("before\n")
    with Following(log.root) as following:
        assert following.start == len("before\n")
        lines = following.lines()
        log.add("one\ntwo\nthr")
        assert taken(lines, 2) == ["one", "two"]
        log.add("ee\n")
        assert taken(lines, 1) == ["three"]


def test_a_log_that_begins_later(log: Log) -> None:
    with Following(log.root) as following:
        log.add("first\n")
        assert taken(following.lines(), 1) == ["first"]


def test_a_log_that_is_put_aside(log: Log) -> None:
    log.add("before\n")
    with Following(log.root) as following:
        log.add("last of the old\n")
        log.put_aside()
        log.add("first of the new\n")
        assert taken(following.lines(), 2) == ["last of the old", "first of the new"]


def test_a_log_that_is_emptied(log: Log) -> None:
    log.add("a long line that was there before\n")
    with Following(log.root) as following:
        log.path.write_text("new\n")
        assert taken(following.lines(), 1) == ["new"]


def test_while_it_is_written_and_put_aside(log: Log) -> None:
    log.add("before\n")
    seen = threading.Event()

    def write() -> None:
        for number in range(600):
            log.add(f"{number}\n")
            if number in (200, 400):  # logs are not rotated twice within a pause
                assert seen.wait(30)
                seen.clear()
                log.put_aside()

    writer = threading.Thread(target=write)
    found = []
    with Following(log.root) as following:
        writer.start()
        for line in itertools.islice(following.lines(), 600):
            found.append(int(line))
            if found[-1] in (200, 400):
                seen.set()
    writer.join()
    assert found == list(range(600))
