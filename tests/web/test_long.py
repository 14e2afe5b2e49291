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

from entire.checkpoint.index.index import Index
from entire.checkpoint.segments import Transcript
from entire.git.objects.direct import Direct
from entire.git.objects.read import Objects
from entire.numbers.gather import facts_of
from entire.transcript import lines
from entire.web.story import gather

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


def test_other_checkpoints_of_the_session_are_not_counted_first(long: Stage, work: Counter[str]) -> None:
    """What this one took is what it counts without what they count."""
    id = id_of(SIZES[1], whole=False)
    read(long.repo, "/")
    with Objects(long.repo) as objects, Index(long.repo, objects) as index:
        facts_of(index, [id], lambda what, number: None)
    work.clear()
    assert "Turns, tokens, cost Count" in facts(read(long.repo, f"/checkpoint/{id}"))
    assert work["read"] < 2 * MEGABYTE


@pytest.mark.parametrize("asked", ["", f"?session={SESSION}&turn=3"])
def test_a_part_that_starts_late_costs_the_same_once_its_place_is_known(
    long: Stage, work: Counter[str], asked: str
) -> None:
    id = "15cc".ljust(12, "0")
    data = conversation(SIZES[1])
    sealed, rest = lines.chunks(0, data)
    session = {"session_id": SESSION, "checkpoint_transcript_start": 12_000}
    long.checkpoint(id, {"transcript": Transcript((*sealed, *rest), "sha256:0"), **session})
    long.commit("Late", id)
    first = read(long.repo, f"/checkpoint/{id}{asked}")
    assert "Question 6000!" in words(first)
    work.clear()
    assert read(long.repo, f"/checkpoint/{id}{asked}") == first
    assert work["read"] < 4 * MEGABYTE


def test_a_page_of_many_long_conversations_shows_the_beginning_of_each(long: Stage) -> None:
    id, number = "dd".ljust(12, "0"), 12
    whole = Transcript((conversation(SIZES[0]),), "sha256:0")
    long.checkpoint(id, *({"transcript": whole, "session_id": f"one-{n}"} for n in range(number)))
    long.commit("Many", id)
    page = read(long.repo, f"/checkpoint/{id}")
    [*talks] = re.findall(r"<section class=talk.*?</section>", page, re.DOTALL)
    assert ["Question 0!" in words(talk) for talk in talks] == [True] * number
    assert ["Question 60!" in words(talk) for talk in talks] == [True] * 4 + [False] * (number - 4)
    assert page.count("Show more of the conversation") == number
    there = read(long.repo, f"/checkpoint/{id}?session=one-7&turn=2")
    assert "Question 1!" in words(there)


def test_what_is_cleaned_is_clean_also_if_there_is_a_limit(long: Stage) -> None:
    def clean(data: bytes) -> bytes:
        return data.replace(b"Question", b"Nothing!")

    with Objects(long.repo) as objects, Index(long.repo, objects) as index:
        found = gather.checkpoint(index, id_of(SIZES[0], whole=False), most=3000, clean=clean)
    [talk] = found.talks
    assert [prompt.text for prompt in talk.prompts[:2]] == ["Nothing! 0!", "Nothing! 1!"]
    assert talk.items[0].entry.text == "Nothing! 0!"


def facts(page: str) -> str:
    [found] = re.findall(r"<dl class=facts.*?</dl>", page, re.DOTALL)
    return words(found)


def test_all_prompts_and_turns_are_found(long: Stage) -> None:
    id = id_of(SIZES[0], whole=True)
    page = read(long.repo, f"/checkpoint/{id}?prompts=1")
    assert "Question 499!" in words(page)
    there = read(long.repo, f"/checkpoint/{id}?session={SESSION}&turn=2001")
    assert "Question 2000!" in words(there)
