"""What is told while somebody waits."""

from __future__ import annotations

import io
import sys

import pytest

from entire.cli.ui import progress
from entire.cli.ui.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with Progress() as tell:
        tell("objects", 5)
    assert stream.getvalue() == ""


def test_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_PAUSE", 3600)
    with Progress() as tell:
        tell("objects", 5000)
        tell("objects", 6000)  # too soon after the one before
        tell.announce("git gc")
    assert stream.getvalue() == "\r\x1b[K5,000 objects …\r\x1b[Kgit gc …\r\x1b[K"


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_not_where_it_cannot_be_seen(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("ACCESSIBLE", "1" if stream.isatty() else "")
    with Progress() as tell:
        tell.announce("git gc")
    assert stream.getvalue() == ""
