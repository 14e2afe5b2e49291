"""How much is read for a text: a count, since hostile text must not be read again and again."""

import json
import random
import re
import string
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from entire.redact import detect, engine, prefilter, redact_jsonl, redact_text

SIZE = 12_000
LARGE = 60_000
SLACK = 100


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


def _distinct(template: str, seed: int = 1) -> str:
    """Text in which every value is another one."""
    chance = random.Random(seed)
    letters = string.ascii_letters + string.digits
    values = ("".join(chance.choices(letters, k=14)) for _ in range(LARGE // (len(template) + 12)))
    return "".join(template % value for value in values)


@pytest.mark.parametrize(
    "template",
    [
        "token=%s ",
        "password = %s\n",
        'password = "%s"\n',
        "password = get_%s(x)\n",
        '{"password": "%s"}\n',
        '{"key":"abc","token":"%s"},',
        'name="password" value="%s" ',
        "<password>%s</password>",
        "Authorization: Bearer %s\n",
        "postgres://app:%s@db ",
        "ACME_KEY=%s\n",
        "| password | %s |\n",
        "passwords = ['abc', '%s']\n",
        "pass:%s",
    ],
)
def test_judges_are_asked_a_few_times_for_each_value(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many values there are: each answer takes some hundredths of a millisecond."""
    asked = 0
    verdict = detect._verdict.__wrapped__

    def counted(judge: str, before: bytes, value: bytes) -> bool:
        nonlocal asked
        asked += 1
        return verdict(judge, before, value)

    monkeypatch.setattr(detect, "_verdict", lru_cache(8192)(counted))
    text = _distinct(template)
    clean = redact_text(text)
    values = LARGE // (len(template) + 12)
    assert asked <= 6 * values + SLACK
    redact_jsonl(text.encode())
    assert asked <= 14 * values + SLACK
    assert redact_text(clean) == clean


def test_secrets_of_dense_text_are_removed_and_words_stay() -> None:
    lines = [
        f'{{"password": "{value}", "note": "nothing"}}'
        for value in re.findall("x=(.*) ", _distinct("x=%s \n"))
    ]
    clean = redact_jsonl("\n".join(lines).encode()).decode().split("\n")
    assert len(clean) == len(lines)
    assert all(json.loads(line) == {"password": "REDACTED", "note": "nothing"} for line in clean)
    text = "token = next_token\npassword: required\n" * (LARGE // 40)
    assert redact_text(text) == text


def test_dense_json_stays_json() -> None:
    keys = ["-----BEGIN RSA PRIVATE KEY-----", "x" * 8 + "A1b2C3d4" * 4, "-----END RSA PRIVATE KEY-----"]
    rows = [{"password": f"{number}a{number}B{number}c", "keys": keys} for number in range(1500)]
    clean = json.loads(redact_jsonl(json.dumps(rows, separators=(",", ":")).encode()))
    assert len(clean) == len(rows)
    assert {row["password"] for row in clean} == {"REDACTED"}
