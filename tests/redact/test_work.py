"""How much is read for a text: a count, since hostile text must not be read again and again."""

from collections.abc import Iterator
from typing import Any

import pytest

from entire.redact import detect, engine, prefilter, redact_jsonl, redact_text

SIZE = 12_000


class Counted:
    """A pattern that counts how many bytes it may have read."""

    read = 0

    def __init__(self, found: Any) -> None:
        self.found = found

    def search(self, text: bytes, start: int = 0, end: int | None = None) -> Any:
        Counted.read += (len(text) if end is None else end) - start
        return self.found.search(text, start, end)

    def match(self, text: bytes, start: int = 0, end: int | None = None) -> Any:
        Counted.read += (len(text) if end is None else end) - start
        return self.found.match(text, start, end)

    def finditer(self, text: bytes, start: int = 0, end: int | None = None) -> Iterator[Any]:
        """Before each match, another one may have been sought up to the end."""
        last = len(text) if end is None else end
        Counted.read += last - start
        for match in self.found.finditer(text, start, last):
            Counted.read += last - match.end()
            yield match


@pytest.fixture(autouse=True)
def _count(monkeypatch: pytest.MonkeyPatch) -> None:
    Counted.read = 0
    for module in (detect, prefilter):
        monkeypatch.setattr(module, "pattern", lambda source: Counted(engine.pattern(source)))
    monkeypatch.setattr(prefilter, "_sources", [])
    monkeypatch.setattr(prefilter, "_SMALL", 1024)
    monkeypatch.setattr(prefilter, "_TINY", 1024)
    monkeypatch.setattr(prefilter, "_PIECE", 4096, raising=False)


@pytest.mark.parametrize(
    "piece",
    [
        "password=hunter2secret",
        "password=hunter2secret ",
        "pass:",
        "passwd:",
        "api_key=",
        "token: a1 ",
        "postgres://app:hunter2secret@db ",
        "postgres://app:hunter2secret@db",
        "Server=x;Password=",
        "curl -u a:b1c ",
        'name="password" value=',
        "| password ",
        "password,secret,token\n",
        "password=\\n",
    ],
)
def test_work_grows_with_the_size_of_the_text(piece: str) -> None:
    """Three times the text is at most four times the work; without a bound, it would be nine times."""
    for work in (_work_for_text, _work_for_a_record):
        assert work(piece * (3 * SIZE // len(piece))) < 4 * work(piece * (SIZE // len(piece)))


def _work_for_text(text: str) -> int:
    Counted.read = 0
    redact_text(text)
    return Counted.read


def _work_for_a_record(text: str) -> int:
    Counted.read = 0
    redact_jsonl(b'{"text": "%b"}\n' % text.encode("unicode_escape").replace(b'"', b'\\"'))
    return Counted.read
