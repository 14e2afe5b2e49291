"""What people type becomes a query: by example, and for any text."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core.errors import UsageError
from entire.search import query
from entire.search.tables import COLUMNS, TABLES
from entire.search.words import for_index

EXAMPLES = [
    (["rate", "limit"], '("rate") AND ("limit")'),
    (["rate limit"], '("rate limit")'),
    (['"rate limit" login'], '("rate limit") AND ("login")'),
    (['"rate', "limit"], '("rate") AND ("limit")'),
    (["Login"], '("login")'),
    (["log*"], '("log" *)'),
    (['"rate lim"*'], '("rate lim" *)'),
    (["login", "-test"], '(("login")) NOT ("test")'),
    (["login", '-"unit test"', "-x"], '(("login")) NOT ("unit test" OR "x")'),
    (["a", "OR", "b", "c"], '("a" OR "b") AND ("c")'),
    (["OR", "a", "OR"], '("a")'),
    (["a OR b"], '("a" OR "b")'),
    (["or"], '("or")'),
    (["AND", "NOT", "NEAR"], '("and") AND ("not") AND ("near")'),
    (["snake_case"], '("snake case")'),
    (["path/to/x.py"], '("path to x py")'),
    (["foo()"], '("foo")'),
    (["検索"], '("検 索")'),
    (["naïve"], '("naïve")'),
    (["{prompts}", ":", "x"], '("prompts") AND ("x")'),
    (["x^2", "->", "y"], '("x 2") AND ("y")'),
]


@pytest.mark.parametrize(("typed", "match"), EXAMPLES)
def test_examples(typed: list[str], match: str) -> None:
    assert query.exact(query.parse(typed)) == match


@pytest.mark.parametrize("typed", [[], [""], ["()"], ["-x"], ["OR"], ["-"], ['""']])
def test_nothing_to_search_for(typed: list[str]) -> None:
    with pytest.raises(UsageError, match="nothing to search for"):
        query.parse(typed)


def test_too_many_words() -> None:
    with pytest.raises(UsageError, match="more than 50 words"):
        query.parse(["x"] * 51)


KNOWN = {"late": ["calculate", "lately"], "win": ["window"]}


@pytest.mark.parametrize(
    ("typed", "match"),
    [
        (["win"], '(("win" OR "window"))'),
        (["wi"], '("wi")'),
        (['"win"'], '("win")'),
        (["win*"], '("win" *)'),
        (["late_buc"], '(("late buc" * OR "calculate buc" *))'),
        (["win late"], '(("win late" * OR (("win" OR "window") AND ("late" OR "calculate" OR "lately"))))'),
        (["win", "-late"], '((("win" OR "window"))) NOT ("late")'),
    ],
)
def test_parts_of_words(typed: list[str], match: str) -> None:
    assert query.widened(query.parse(typed), lambda word: KNOWN.get(word, [])) == match


@given(st.lists(st.text(max_size=30), max_size=5), st.text(max_size=60))
def test_nothing_that_is_typed_is_syntax(typed: list[str], text: str) -> None:
    """Whatever is typed, the index takes the query; and a text finds itself."""
    db = sqlite3.connect(":memory:")
    for statement in TABLES.split(";"):
        db.execute(statement)
    db.execute(f"INSERT INTO texts (rowid, {COLUMNS[0]}) VALUES (1, ?)", (for_index(text),))
    find = "SELECT rowid FROM texts WHERE texts MATCH ?"
    for one in (typed, [text.replace('"', " ").replace("*", " ")], [f'"{text}"']):
        try:
            parsed = query.parse(one)
        except UsageError:
            continue
        db.execute(find, (query.exact(parsed),)).fetchall()
        db.execute(find, (query.widened(parsed, lambda word: [word]),)).fetchall()
    db.close()


@given(
    st.text(
        alphabet=st.characters(codec="utf-8", categories=["L", "N"], max_codepoint=0x24F),
        min_size=1,
        max_size=20,
    )
)
def test_a_word_finds_itself(word: str) -> None:
    db = sqlite3.connect(":memory:")
    for statement in TABLES.split(";"):
        db.execute(statement)
    db.execute(f"INSERT INTO texts (rowid, {COLUMNS[0]}) VALUES (1, ?)", (for_index(f"a {word}/b"),))
    match = query.exact(query.parse([f'"{word}"']))
    assert db.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (match,)).fetchall() == [(1,)]
    db.close()
