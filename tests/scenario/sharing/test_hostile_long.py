"""Conversations of a stranger that are many times as long as what is read of one at once (I6)."""

from __future__ import annotations

import pytest
from tests.scenario.sharing.hostile import TURNS, HonestConversation, LargestBlob, LongConversations
from tests.scenario.sharing.measured import MOST_MEMORY, Hostile, Site
from tests.scenario.world import World


@pytest.fixture
def long(world: World) -> Hostile:
    return Hostile(world, LongConversations)


def test_pages_of_it_are_shown_in_bounds(long: Hostile) -> None:
    """The beginning, a later piece, all prompts, a turn and what it took; and the largest at once."""
    pytest.importorskip("starlette", reason="`entire web` is an extra")
    with Site(long.world) as site:
        for name, checkpoint in long.branch.ids.items():
            session = f"{name.replace(' ', '-')}-0"
            for asked in ("", "prompts=1", "part=0&from=30", f"session={session}&turn=9", "count=1"):
                status, text = site.get(f"/checkpoint/{checkpoint}?{asked}")
                assert status == 200, (name, asked)
                assert "unexpected error" not in text
        ids = (long.branch.ids[name] for name in ("long segments", "same long segments again"))
        again = [f"/checkpoint/{id}?{asked}" for id in ids for asked in ("prompts=1", "prompts=1&skip=500")]
        for status, text in site.get_all(again):
            assert status == 200
            assert text.count("data-row") == 500
    assert site.peak < MOST_MEMORY * 1.2  # counting reads a transcript of 60 MB as a whole


def test_searching_and_counting_stay_in_bounds(long: Hostile) -> None:
    for words in (("search", "hello"), ("stats",)):
        long.run(*words)


def test_conversations_are_shown_in_bounds(long: Hostile) -> None:
    """In all formats; one that is not shown whole says so."""
    for name, checkpoint in long.branch.ids.items():
        for words in (("explain",), ("explain", "--full"), ("export",)):
            out = long.run(*words, checkpoint)
            is_cut = name not in ("folders", "long texts")
            assert ("not shown whole (limits: 30,000 records" in out) == is_cut, (words, name)
            assert ("some of it is left out" in out) == is_cut, (words, name)
    for name in ("long sessions", "long files"):
        for more in (
            ("explain", "--full", "--json"),
            ("export", "--format", "md"),
            ("export", "--format", "json"),
        ):
            long.run(*more, long.branch.ids[name])


def test_a_long_transcript_is_not_called_missing(long: Hostile) -> None:
    out = long.run("explain", "--raw-transcript", long.branch.ids["long segments"])
    assert "is larger than 64 MB" in out


def test_a_range_is_exported_in_bounds(long: Hostile) -> None:
    out = long.run("export", "HEAD~9..HEAD")
    assert "conversations not shown whole" in out


def test_an_honest_conversation_is_shown_whole(world: World) -> None:
    honest = Hostile(world, HonestConversation)
    for words in (
        ("explain", "--full"),
        ("export",),
        ("export", "--format", "md"),
        ("export", "--format", "json"),
    ):
        out = honest.run(*words, honest.branch.ids["honest"])
        assert [out.count(f"Request {number}:") > 0 for number in (0, 999, TURNS - 1)] == [True] * 3
        assert "left out: it is too long" not in out, words
        assert "not shown whole" not in out, words


def test_two_gigabytes_are_not_read(world: World) -> None:
    largest = Hostile(world, LargestBlob)
    for words in (("explain",), ("export",)):
        out = largest.run(*words, largest.branch.ids["largest"])
        assert "too large to read (up to 2048 MB), left out" in out, words
