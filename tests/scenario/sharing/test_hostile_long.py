"""Conversations of a stranger that are many times as long as what is read of one at once (I6)."""

from __future__ import annotations

import pytest
from tests.scenario.sharing.hostile import LargestBlob, LongConversations
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


def test_commands_read_it_in_bounds(long: Hostile) -> None:
    long.run("search", "hello")
    long.run("stats")
    for name in ("long segments", "blank segments", "folders", "long texts"):
        for words in (("explain",), ("explain", "--full"), ("export",)):
            long.run(*words, long.branch.ids[name])


def test_two_gigabytes_are_not_read(world: World) -> None:
    largest = Hostile(world, LargestBlob)
    for words in (("explain",), ("export",)):
        out = largest.run(*words, largest.branch.ids["largest"])
        assert "too large to read (up to 2048 MB), left out" in out, words
