"""Markdown of conversations: only our tags come out, and everything that was said can be read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.allowed import HOSTILE, Checked

from entire.web.story import markdown
from entire.web.story.code import coloured
from entire.web.story.markdown import rendered

SIGNS = [
    *"<>&\"'`*_~[]()!#|-+\\\n \t:/=.1a",
    "](",
    "![",
    "```",
    "<script>",
    "javascript:",
    "\n\n",
    "\n> ",
    "    ",
]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Hello *you*", "<p>Hello <em>you</em></p>"),
        ("# Title", "<h5>Title</h5>"),
        ("3. three", "<ol start=3><li>three</li></ol>"),
        ("a `<b>` c", "<p>a <code>&lt;b&gt;</code> c</p>"),
        ("[words](https://x.example)", "<p><u>words</u> <code class=to>https://x.example</code></p>"),
        ("<https://x.example>", "<p><u>https://x.example</u></p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![cat](https://x.example/c.png)", "<p><em>[image: cat https://x.example/c.png]</em></p>"),
        ("<b>bold</b>", "<p>&lt;b&gt;bold&lt;/b&gt;</p>"),
        ("[a]: https://x.example", "<p>[a]: https://x.example</p>"),
        ("~~old~~", "<p><s>old</s></p>"),
        (
            "```sh hidden words\nls\n```",
            "<small>sh hidden words</small><pre tabindex=0><code>ls\n</code></pre>",
        ),
    ],
)
def test_what_becomes_of_markdown(text: str, html: str) -> None:
    assert rendered(text) == html


def test_ends_of_lines_that_people_type_count() -> None:
    assert rendered("one\ntwo", breaks=True) == "<p>one<br>\ntwo</p>"
    assert rendered("one\ntwo") == "<p>one\ntwo</p>"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    found = Checked(rendered(text))
    assert found.wrong == []
    assert found.addresses == []


@given(st.lists(st.sampled_from([*SIGNS, *HOSTILE]), max_size=25))
def test_no_tag_or_attribute_of_a_text_survives(parts: list[str]) -> None:
    text = "".join(parts)
    for breaks in (False, True):
        found = Checked(rendered(text, breaks=breaks))
        assert found.wrong == []
        assert found.addresses == []


@given(st.text(alphabet=st.sampled_from("abc xyz\n-*>1.`|[]:"), max_size=200))
def test_nothing_that_was_said_is_left_out(text: str) -> None:
    shown = Checked(rendered(text)).text
    for letter in "abcxyz":
        assert shown.count(letter) >= text.count(letter)


@given(
    st.lists(
        st.sampled_from([*"ab1éß水_ \t\n-.,:;?!()[]'\"/*+=#>|~`\\&<", "1. ", "- ", "--", "http://"]),
        max_size=9,
    ).map("".join)
)
def test_a_line_of_plain_words_needs_no_parser(text: str) -> None:
    html = rendered(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_PLAIN", re.compile("(?!)"))
        assert rendered(text) == html


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[" * 4900,
            "*a " * 1600,
            "> " * 2400,
            "![[" * 1600,
            "_a*" * 1600,
            "[a](b " * 800,
            "<a " * 1600,
        ),
        *("&#1" * 1600, "- " * 2000 + "a", "\n".join("  " * depth + "- a" for depth in range(100))),
        *("a\n" * 14_000, "|a" * 2000 + "\n" + "|-" * 2000 + "\n", "[a]: b\n" * 4000, "x" * 1_000_000),
    ],
    ids=range(14),
)
def test_texts_that_are_hard_to_read_are_read_to_the_end(text: str) -> None:
    found = Checked(rendered(text))
    assert found.wrong == []
    assert len(found.text) >= min(len(text), 50_000) / 5 or "<hr>" in rendered(text)


def test_what_is_too_long_is_cut_and_says_so() -> None:
    out = rendered("x" * 1_000_000)
    assert "900,000 more characters" in out
    assert len(out) < 110_000


@pytest.mark.parametrize("language", ["python", "html", "js", "diff", "", "no-such-language", '"><b>'])
@pytest.mark.parametrize("text", HOSTILE)
def test_code_with_colours_is_the_same_text(text: str, language: str) -> None:
    from entire.web.story.text import visible

    found = Checked(coloured(visible(text), language))
    assert found.wrong == []
    assert found.text.rstrip("\n") == visible(text).rstrip("\n")


def test_code_has_few_tags() -> None:
    out = coloured('def f(x: int) -> str:\n    return "a" + str(x)  # why\n', "python")
    assert "<i class=k>def </i><i class=f>f</i>(x: <i class=b>int</i>)" in out
    assert "style" not in out
