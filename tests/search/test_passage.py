"""Which part of a text is shown, and what is marked in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.search import query
from entire.search.passage import find
from entire.search.tables import ANSWERS, COLUMNS, PROMPTS
from entire.search.words import fold, for_index, vocabulary, words

LONG = "word " * 200


def shown(typed: list[str], text: str, length: int = 80) -> str:
    """The passage, with matches in brackets."""
    passage = find(query.parse(typed), {PROMPTS: text}, COLUMNS, length)
    out, at = "", 0
    for start, end in passage.matches:
        out += passage.text[at:start] + f"[{passage.text[start:end]}]"
        at = end
    return out + passage.text[at:]


@pytest.mark.parametrize(
    ("typed", "text", "expected"),
    [
        (["window"], "a sliding window", "a sliding [window]"),
        (["sliding window"], "a Sliding  window", "a [Sliding window]"),
        (["slid*"], "a sliding slide", "a [slid]ing [slid]e"),
        (["snake_case"], "use snake_case()", "use [snake_case]()"),
        (["culate"], "calculate()", "cal[culate]()"),
        (["naive"], "a naïve way", "a [naïve] way"),
        (["索エ"], "検索エンジン", "検[索エ]ンジン"),
        (["win", "-x"], "win or window", "[win] or window"),
        (["late win"], "window, later", "[win]dow, [late]r"),
        (["zzz"], "nothing of it", "nothing of it"),
    ],
)
def test_matches_are_marked(typed: list[str], text: str, expected: str) -> None:
    assert shown(typed, text) == expected


def test_a_long_text_is_cut_around_the_match() -> None:
    found = shown(["needle"], LONG + "the needle is here " + LONG)
    assert found.startswith("…word")
    assert "the [needle] is here" in found
    assert found.endswith("…")
    assert len(found) < 90


def test_the_place_with_most_words_counts() -> None:
    text = "red " + LONG + "red green blue " + LONG + "blue"
    assert "[red] [green] [blue]" in shown(["red", "green", "blue"], text)


def test_prompts_come_before_answers() -> None:
    texts = {ANSWERS: "the window", PROMPTS: "a window"}
    assert find(query.parse(["window"]), texts, COLUMNS).column == PROMPTS
    assert find(query.parse(["the"]), texts, COLUMNS).column == ANSWERS


@given(st.text(max_size=80))
def test_folding_keeps_places(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(max_size=80))
def test_the_vocabulary_has_the_words_of_a_text(text: str) -> None:
    assert vocabulary(for_index(text)) == {fold(word) for word in words(text) if 3 < len(word) <= 48}
