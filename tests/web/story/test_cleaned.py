"""A long transcript is cleaned in pieces, and keeps its records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entire.web.story import cleaned
from entire.web.story.cleaned import Cleaned


class Stored:
    taken = 7

    def some(self, start: int, most: int) -> Iterator[bytes]:
        lines = [f"a secret {number}\r\n".encode() for number in range(9)]
        yield from lines[start : start + most]


@pytest.mark.parametrize("together", [1, 30, 1000])
def test_records_are_those_of_the_transcript(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    monkeypatch.setattr(cleaned, "_TOGETHER", together)
    found = Cleaned(Stored(), lambda data: data.replace(b"secret", b"REDACTED"))
    assert list(found.some(2, 5)) == [f"a REDACTED {number}\r\n".encode() for number in range(2, 7)]
    assert list(found.some(9, 5)) == []
    assert found.taken == 7
