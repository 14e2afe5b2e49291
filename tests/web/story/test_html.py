"""The body of a checkpoint's page: only our tags, whatever the checkpoint says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.allowed import HOSTILE, Checked
from tests.web.story.chapters import a_chapter

from entire.agent.entries import TOOL, USER, Entry
from entire.web.story import html
from entire.web.story.edits import DiffLine
from entire.web.story.gather import Talk
from entire.web.story.html import Look
from entire.web.story.reading import Item


def look() -> Look:
    return Look(
        more=lambda session, position: f"?session={session}&from={position}",
        file=lambda path: f"/file?path={len(path)}",
        commit=lambda oid: f"/commit/{len(oid)}",
    )


@pytest.mark.parametrize("text", ["text", "", *HOSTILE, "x" * 300_000])
def test_a_page_has_only_our_tags(text: str) -> None:
    found = Checked(html.chapter(a_chapter(text), look()))
    assert found.wrong == []
    assert {address[:1] for address in found.addresses} <= set("#?/")


@given(st.lists(st.sampled_from([*HOSTILE, "\n", '"', "'", " x=", ">", "\\", "`", "a b"]), max_size=6))
def test_no_tag_or_attribute_of_hostile_text_survives(parts: list[str]) -> None:
    found = Checked(html.chapter(a_chapter("".join(parts))))
    assert found.wrong == []


def test_a_page_shows_what_a_checkpoint_has() -> None:
    shown = Checked(html.chapter(a_chapter("Limit it"), look())).text
    for wanted in (
        "Limit it",
        "Commit",
        "1m 1s",
        "3 by agents",
        "2 by hand",
        "1 unknown",
        "$1.00+",
        "failed",
        "+4 −2",
    ):
        assert wanted in shown
    for wanted in (
        "Learned",
        "Still open",
        "Resume the conversation",
        "Go back to this state",
        "Not stored: Limit it",
    ):
        assert wanted in shown
    assert "2 more lines" in shown
    assert "line 3" in shown


def test_owners_are_said_and_not_only_coloured() -> None:
    page = html.chapter(a_chapter("Codex"))
    assert '<ins class=agent data-who="Codex, turn 2">+Codex\n</ins>' in page


def test_lines_of_one_owner_share_a_tag() -> None:
    lines = [
        DiffLine("+", "a", 1, "agent", "Codex", 1),
        DiffLine("+", "b", 2, "agent", "Codex", 1),
        DiffLine("+", "c", 3, "human"),
    ]
    agent, human = 'class=agent data-who="Codex, turn 1"', 'class=human data-who="by hand"'
    assert html.diff(lines) == f"<ins {agent}>+a\n+b\n</ins><ins {human}>+c\n</ins>"


def test_an_owner_is_named_where_it_is_another_one() -> None:
    lines = [
        DiffLine("+", "a", 1, "agent", "Codex", 1),
        DiffLine(" ", "b", 2),
        DiffLine("+", "c", 3, "agent", "Codex", 1),
        DiffLine("-", "d"),
        DiffLine("+", "e", 4, "agent", "Codex", 2),
    ]
    assert html.diff(lines) == (
        '<ins class=agent data-who="Codex, turn 1">+a\n</ins> b\n<ins class=agent>+c\n</ins>'
        '<del>-d\n</del><ins class=agent data-who="Codex, turn 2">+e\n</ins>'
    )


def test_only_what_may_scroll_is_reached_by_keys() -> None:
    assert not html.scrolls([DiffLine("+", "x")])
    assert html.scrolls([DiffLine("+", "x" * 40)])
    assert html.scrolls([DiffLine("+", "x")] * 20)


def test_prompts_that_are_not_in_the_page_lead_to_their_piece() -> None:
    page = Checked(html.chapter(a_chapter(next=8), look()))
    assert [address for address in page.addresses if "p1-0" in address] == [
        "#p1-0-1",
        "?session=0&from=9#p1-0-9",
    ]
    assert "?session=0&from=8" in page.addresses
    alone = Checked(html.chapter(a_chapter()))
    assert alone.addresses == ["#p1-0-1", "#p1-0-9"]


def test_a_later_piece_has_the_ids_that_the_index_names() -> None:
    talk = Talk([], [Item(Entry(USER, "more"), 9)], 12, 9)
    piece = html.piece(talk, 0, look())
    assert "id=p1-0-9" in piece
    assert 'href="?session=0&amp;from=12"' in piece
    assert Checked(piece).wrong == []


def test_many_short_calls_are_no_longer_than_twice_their_text() -> None:
    items = [Item(Entry(TOOL, "Read", f"src/shop/part_{number}.py"), number) for number in range(3000)]
    page = html.piece(Talk([], items), 0)
    assert len(page) <= 2 * len(Checked(page).text)


def test_times_are_of_the_machine_or_of_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = "2026-11-02T08:17:31+01:00"
    assert html.when(moment, Look(utc=True)) == "2026-11-02 07:17 UTC"
    assert html.when(moment, Look()).startswith("<time datetime=2026-11-02T07:17Z>2026-11-02 ")
    assert html.when("no time", Look()) == ""


def test_the_style_loads_nothing() -> None:
    style = html.style()
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
