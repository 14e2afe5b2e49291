"""The parts that screens are made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth as cell_len

from entire.cli.ui.screen import (
    Column,
    Screen,
    cut,
    long_age,
    plain_age,
    short_age,
    short_count,
    table,
    wrap,
)
from entire.core.text import count


@pytest.mark.parametrize(
    ("seconds", "short", "plain", "long"),
    [
        (-5, "0s", "just now", "just now"),
        (59, "59s", "just now", "just now"),
        (60, "1m", "1m ago", "1 minute ago"),
        (3599, "59m", "59m ago", "59 minutes ago"),
        (7300, "2h", "2h ago", "2 hours ago"),
        (86_400 * 29, "29d", "29d ago", "29 days ago"),
        (86_400 * 45, "1mo", "1mo ago", "1 month ago"),
        (86_400 * 273, "9mo", "9mo ago", "9 months ago"),
        (86_400 * 800, "2y", "2y ago", "2 years ago"),
    ],
)
def test_ages(seconds: float, short: str, plain: str, long: str) -> None:
    assert (short_age(seconds), plain_age(seconds), long_age(seconds)) == (short, plain, long)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1k"),
        (41_203, "41k"),
        (999_499, "999k"),
        (999_500, "1.0M"),
        (3_400_000, "3.4M"),
    ],
)
def test_counts_in_few_letters(number: int, text: str) -> None:
    assert short_count(number) == text


def test_plurals() -> None:
    assert [count(n, "file") for n in (0, 1, 2, 1200)] == ["0 files", "1 file", "2 files", "1,200 files"]
    assert [count(n, "branch", "branches") for n in (0, 1, 2)] == ["0 branches", "1 branch", "2 branches"]


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("漢字漢", 5, "漢字…"),
        ("漢字漢", 4, "漢…"),
        ("a bcd", 3, "a…"),
        ("abc", 0, ""),
    ],
)
def test_cut(text: str, cells: int, expected: str) -> None:
    assert cut(text, cells) == expected


def test_a_table_loses_columns_before_text() -> None:
    columns = [
        Column(["id"]),
        Column(["some text of forty letters, or so, or so"], free=True),
        Column(["x" * 10], keep=False),
    ]
    assert table(Screen(80, 0), columns) == ["  id  some text of forty letters, or so, or so  xxxxxxxxxx"]
    assert table(Screen(50, 0), columns) == ["  id  some text of forty letters, or…   xxxxxxxxxx"]
    assert table(Screen(40, 0), columns) == ["  id  some text of forty letters, or so…"]


def test_a_table_without_anything_in_a_column() -> None:
    assert table(Screen(80, 0), [Column(["a", "b"]), Column(["", ""]), Column(["", "c"])]) == [
        "  a",
        "  b  c",
    ]


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("", 10, [""]),
        ("one two three", 8, ["one two", "three"]),
        ("    one two three", 12, ["    one two", "    three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("漢字漢字", 4, ["漢字", "漢字"]),
        ("漢字漢字", 5, ["漢字", "漢字"]),
        ("a\n\nb", 5, ["a", "", "b"]),
        ("\tx", 10, ["    x"]),
    ],
)
def test_wrap(text: str, cells: int, expected: list[str]) -> None:
    assert wrap(text, cells) == expected


@given(st.text(alphabet="ab \n漢é\t", max_size=80), st.integers(4, 20))
def test_wrapping_fits_and_loses_nothing(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert all(cell_len(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
