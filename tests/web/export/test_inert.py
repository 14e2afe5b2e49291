"""Markdown that others wrote holds no HTML, link or image, whatever reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tests.web.allowed import HOSTILE

from entire.web.export.inert import code, entities, fenced, inert, inline

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
SIGNS = [
    *"<>&\"'`*_~[]()!#|-+\\\n \t:/=.1a",
    "](",
    "![",
    "```",
    "~~~",
    "<script>",
    "`a\nb`",
    "\n\n",
    "\n> ",
    "\n- ",
    "    ",
]


def tokens(text: str) -> Iterator[Token]:
    for token in READER.parse(text):
        yield token
        yield from token.children or ()


def live(text: str) -> list[str]:
    """What a reader would take for HTML, a link or an image; our own tags are not counted."""
    found = [
        token for token in tokens(text) if token.type in ("html_block", "html_inline", "link_open", "image")
    ]
    return [f"{token.type} {token.content}" for token in found if token.content not in ("<code>", "</code>")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain *words*", "plain *words*"),
        ("a < b && c", "a &lt; b &amp;&amp; c"),
        ("# Title", "**Title**"),
        ("use `x + y`", "use `x + y`"),
        ("use `Vec<T>`", "use <code>Vec&lt;T&gt;</code>"),
        ("use `vec![1]`", "use <code>vec&#33;&#91;1&#93;</code>"),
        ("[a](b) ![c](d)", "[a]\\(b) !\\[c]\\(d)"),
        ("```html\n<b>\n```", "```html\n<b>\n```"),
        ("```html\n<b>", "```html\n<b>\n```"),
        ("Title\n===", "Title\n\\==="),
        ("\x1b[31m\u202e", "␛[31m[U+202E]"),
    ],
)
def test_texts_keep_their_form(text: str, shown: str) -> None:
    assert inert(text) == shown


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert(text: str) -> None:
    assert live(inert(text)) == []
    assert live("\n".join(f"> {line}" for line in inert(text).split("\n"))) == []


@given(st.lists(st.sampled_from([*SIGNS, *HOSTILE]), max_size=25))
def test_no_text_comes_to_life(parts: list[str]) -> None:
    text = inert("".join(parts))
    assert live(text) == []
    after = list(tokens(f"{text}\n\n## The end"))
    assert after[-2].content == "The end", "what follows a text is not part of it"
    assert after[-4].type == "heading_open"


@given(st.lists(st.sampled_from([*SIGNS, *HOSTILE]), max_size=10))
def test_short_texts_and_blocks_are_what_they_say(parts: list[str]) -> None:
    text = "".join(parts)
    for shown in (inline(text), code(text), f"# {inline(text)}"):
        assert live(shown) == []
    assert not {"<", ">"} & set(entities(text))
    found = READER.parse(fenced(text, "diff"))
    assert [token.type for token in found] == ["fence"]
