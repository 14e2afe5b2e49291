from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import text


@pytest.mark.parametrize(
    ("source", "collapsed"),
    [("", ""), ("  a \t\r\n b\f", "a b"), ("a\u00a0b", "a\u00a0b"), ("\n\n", ""), ("a", "a")],
)
def test_collapse_whitespace(source: str, collapsed: str) -> None:
    assert text.collapse_whitespace(source) == collapsed


@pytest.mark.parametrize(
    ("source", "limit", "suffix", "cut"),
    [
        ("abcdef", 6, "...", "abcdef"),
        ("abcdefg", 6, "...", "abc..."),
        ("日本語日本語日", 6, "...", "日本語..."),
        ("abcdef", 2, "...", "..."),
        ("abcdef", 3, "", "abc"),
        ("", 0, "...", ""),
    ],
)
def test_truncate(source: str, limit: int, suffix: str, cut: str) -> None:
    assert text.truncate(source, limit, suffix) == cut


@pytest.mark.parametrize(
    ("source", "limit", "cut"),
    [
        ("x" * 60, 60, "x" * 60),
        ("x" * 61, 60, "x" * 57 + "..."),
        ("é" * 61, 60, "é" * 57 + "..."),
        ("abc", 2, "ab"),
        ("abc", 0, ""),
        ("abcd", 3, "..."),
    ],
)
def test_truncate_description(source: str, limit: int, cut: str) -> None:
    assert text.truncate_description(source, limit) == cut


@given(st.text(), st.integers(0, 80))
def test_truncation_keeps_the_limit_and_the_beginning(source: str, limit: int) -> None:
    cut = text.truncate_description(source, limit)
    assert len(cut) <= limit
    assert source.startswith(cut.removesuffix("..."))


@pytest.mark.parametrize(
    ("content", "prompt"),
    [
        ("", ""),
        ("one", "one"),
        ("one\n\n---\n\ntwo", "one"),
        ("\n\n---\n\n  two  ", "two"),
        ("-- \t\r\n-\n\n---\n\ntwo", "two"),
        ("x" * 61, "x" * 57 + "..."),
        ("a --- b", "a --- b"),
    ],
)
def test_extract_first_prompt(content: str, prompt: str) -> None:
    assert text.extract_first_prompt(content) == prompt


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\r\nb\rc", "a\nbc"),
        ("\x9b31m\x7f\x00", "31m"),
        ("abc\u202edef\u200b\ufeff", "abcdef"),
        ("bad\udc80name", "badname"),
        ("é 日本 🎉", "é 日本 🎉"),
    ],
)
def test_printable(source: str, shown: str) -> None:
    assert text.printable(source) == shown


@given(st.text(st.characters(exclude_categories=[]), max_size=60), st.none() | st.integers(1, 30))
def test_one_line_is_one_line_that_a_terminal_can_show(source: str, limit: int | None) -> None:
    line = text.one_line(source, limit)
    line.encode()
    assert len(line.splitlines()) <= 1
    assert not any(unicodedata.category(char) == "Cc" for char in line)
    assert limit is None or len(line) <= limit
    assert text.one_line(line, limit) == line


@pytest.mark.parametrize(
    ("session_id", "short"),
    [
        ("8f76b0e8-71b8-4a4c-9a3e-0d2e4c1b7f10", "8f76b0e8"),
        ("01a1de28-63c1-7fa1-9a92-8b2a0a14877d", "01a1de28-63c1"),  # of Codex and Pi
        ("ses_e21cf8f9affeQ22Hp6ohf19XWQ", "ses_e21cf8f9"),  # of OpenCode
        ("one", "one"),
        ("a-longer-name_of-one", "a-longer"),
        ("", ""),
    ],
)
def test_a_short_id_tells_sessions_apart(session_id: str, short: str) -> None:
    assert text.short_session_id(session_id) == short
