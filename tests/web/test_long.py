"""Long conversations: a page costs what it shows, by counting the bytes that it reads and decodes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.cli.conftest import Stage, assistant, jsonl, user
from tests.support import Repo
from tests.web.test_pages import links, read, words

from entire.checkpoint.segments import Transcript
from entire.git.objects.direct import Direct
from entire.git.objects.read import Objects
from entire.transcript import lines

MEGABYTE = 1_000_000
SIZES = 5, 15
SESSION = "5e551011-1111-4222-8333-444455556666"
TEXT = "words of an answer " * 100


def conversation(size: int) -> bytes:
    turns = (
        record | {"timestamp": f"2026-11-02T08:{number // 60 % 60:02}:{number % 60:02}.000Z"}
        for number in range(10**6)
        for record in (user(f"Question {number}!"), assistant(TEXT))
    )
    found, written = [], 0
    for record in turns:
        found.append(record)
        written += len(TEXT) if len(found) % 2 == 0 else 0
        if written >= size * MEGABYTE:
            return jsonl(found)
    raise AssertionError


def id_of(size: int, *, whole: bool) -> str:
    return f"{size:02}{'aa' if whole else 'bb'}".ljust(12, "0")


@pytest.fixture
def long(repo: Repo) -> Stage:
    """Each conversation once in segments, as we store it, and once in one piece, as the reference does."""
    stage = Stage(repo)
    stage.set_up()
    for size in SIZES:
        data = conversation(size)
        sealed, rest = lines.chunks(0, data)
        for whole, parts in ((False, (*sealed, *rest)), (True, (data,))):
            id = id_of(size, whole=whole)
            stage.checkpoint(id, {"transcript": Transcript(parts, "sha256:0"), "session_id": SESSION})
            stage.commit(f"Long {id}", id)
    return stage


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Bytes, by what was done with them."""
    counts: Counter[str] = Counter()

    def counting(kind: type, name: str, size: Any) -> None:
        real = getattr(kind, name)

        def count(*given: Any) -> Any:
            found = real(*given)
            counts["read"] += size(found) if found is not None else 0
            return found

        monkeypatch.setattr(kind, name, count)

    def blocks(*given: Any) -> Iterator[bytes]:
        for block in real_blocks(*given):
            counts["read"] += len(block)
            yield block

    def decode(piece: bytes) -> Any:
        counts["decoded"] += len(piece)
        return real_decode(piece)

    real_blocks, real_decode = Objects.blocks, lines.decode
    counting(Direct, "read", lambda found: len(found[1]))
    counting(Objects, "_answer", lambda found: len(found.data))
    monkeypatch.setattr(Objects, "blocks", blocks)
    monkeypatch.setattr(lines, "decode", decode)
    return counts


@pytest.mark.parametrize("whole", [False, True])
def test_the_beginning_costs_the_same_however_long_it_goes_on(
    long: Stage, work: Counter[str], whole: bool
) -> None:
    seen = []
    for size in SIZES:
        read(long.repo, "/")  # what is new is in the index then
        work.clear()
        page = read(long.repo, f"/checkpoint/{id_of(size, whole=whole)}")
        assert "Question 0!" in words(page)
        assert "Question 1000!" not in words(page)
        assert "Show more of the conversation" in words(page)
        seen.append(dict(work))
    assert seen[0]["decoded"] == seen[1]["decoded"] < MEGABYTE
    assert abs(seen[0]["read"] - seen[1]["read"]) < 50_000, "the lists of segments differ"
    assert seen[1]["read"] < 2 * MEGABYTE


def test_a_later_piece_costs_the_same_wherever_it_is(long: Stage, work: Counter[str]) -> None:
    id = id_of(SIZES[1], whole=False)
    for start in (200, 6000):
        first = read(long.repo, f"/checkpoint/{id}?from={start}")
        assert f"Question {start // 2}!" in words(first)
        work.clear()  # now it is known how many records there are in front of it
        assert read(long.repo, f"/checkpoint/{id}?from={start}") == first
        assert work["decoded"] < MEGABYTE
        assert work["read"] < MEGABYTE


def test_what_it_took_is_counted_afterwards(long: Stage, work: Counter[str]) -> None:
    id = id_of(SIZES[0], whole=False)
    page = read(long.repo, f"/checkpoint/{id}")
    assert "Tokens" not in facts(page)
    [later] = [link for link in links(page) if "count=" in link]
    counted = facts(read(long.repo, later))
    assert re.search(r"Turns\s*\d{4}", counted)
    work.clear()
    assert facts(read(long.repo, f"/checkpoint/{id}")) == counted
    assert work["decoded"] < MEGABYTE


def facts(page: str) -> str:
    [found] = re.findall(r"<dl class=facts.*?</dl>", page, re.DOTALL)
    return words(found)


def test_all_prompts_and_turns_are_found(long: Stage) -> None:
    id = id_of(SIZES[0], whole=True)
    page = read(long.repo, f"/checkpoint/{id}?prompts=1")
    assert "Question 499!" in words(page)
    there = read(long.repo, f"/checkpoint/{id}?session={SESSION}&turn=2001")
    assert "Question 2000!" in words(there)
