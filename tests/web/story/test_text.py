"""Nothing in a text is hidden or reordered."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.web.story.escaping import escaped
from entire.web.story.text import cut, shortened, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("a\r\nb", "a\nb"),
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b\x7fc", "a␀b␡c"),
        ("user\u202etxt.exe", "user[U+202E]txt.exe"),
        ("\u2066isolated\u2069", "[U+2066]isolated[U+2069]"),
        ("zero\u200bwidth", "zero[U+200B]width"),
        ("join\u200ded", "join[U+200D]ed"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("עברית", "עברית"),
        ("tag\U000e0041s", "tag[U+E0041]s"),
        ("half\ud800", "half\N{REPLACEMENT CHARACTER}"),
        ("\x9bC1", "[U+009B]C1"),
    ],
)
def test_what_cannot_be_seen_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_that_reorders_or_controls_is_left(text: str) -> None:
    shown = visible(text)
    bidirectional = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not [sign for sign in shown if unicodedata.bidirectional(sign) in bidirectional]
    assert not [sign for sign in shown if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\n"]
    assert visible(shown) == shown
    shown.encode()


@given(st.text(alphabet="<>&\"'/ab"))
def test_escaped_text_has_no_tag_and_reads_the_same(text: str) -> None:
    import html

    out = escaped(text)
    assert not {"<", ">"} & set(out)
    assert html.unescape(out) == text


def test_long_texts_are_cut_and_say_so() -> None:
    assert cut("abc", 3) == ("abc", 0)
    assert cut("abcd", 3) == ("abc", 1)
    lines = "\n".join(str(number) for number in range(100))
    shown = shortened(lines, 3, 2)
    assert shown.split("\n") == ["0", "1", "2", "… 95 lines left out …", "98", "99"]
    assert shortened("a\nb\nc", 1, 1) == "a\nb\nc", "a note would be as long as what it replaces"
    assert shortened("x" * 5000, 3, 2).endswith("… 4,000 characters left out …")
