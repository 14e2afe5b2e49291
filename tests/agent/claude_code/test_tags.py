"""What editors and the client wrap around a prompt."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code.records import strip_ide_tags


@pytest.mark.parametrize(
    ("source", "stripped"),
    [
        ("plain", "plain"),
        ("<ide_opened_file>x</ide_opened_file> do it", "do it"),
        ("<ide_selection a='1'>\nline\n</ide_other> do it", "do it"),
        ("<system-reminder>be\ngood</system-reminder>\nfix the bug", "fix the bug"),
        ("<command-name>/x</command-name><command-args></command-args> y", "y"),
        ("<local-command-stdout>z</local-command-stdout>", ""),
        ("<system-reminder>never closed", "<system-reminder>never closed"),
        ("if a < b and c > d", "if a < b and c > d"),
        ("<b>kept</b>", "<b>kept</b>"),
        ("<ide_a>1</ide_a>mid<ide_b>2</ide_b>", "mid"),
    ],
)
def test_strip_ide_tags(source: str, stripped: str) -> None:
    assert strip_ide_tags(source) == stripped


_TAGS = (
    "local-command-caveat",
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
)


def stripped_by_the_book(source: str) -> str:
    """The rule, word for word."""
    source = re.sub(r"(?s)<ide_[^>]*>.*?</ide_[^>]*>", "", source)
    for tag in _TAGS:
        source = re.sub(rf"(?s)<{tag}[^>]*>.*?</{tag}>", "", source)
    return source.strip()


_NAMES = ("ide_x", "command-name", "system-reminder")
_PIECES = st.sampled_from(
    [*" \n<>a", "<ide_", "</ide_", *(b + n + e for n in _NAMES for b in ("<", "</") for e in (">", ""))]
)


@given(st.lists(_PIECES, max_size=20).map("".join))
def test_strip_ide_tags_does_what_the_regular_expressions_say(source: str) -> None:
    assert strip_ide_tags(source) == stripped_by_the_book(source)


@pytest.mark.parametrize("piece", ["<ide_", "<ide_x>", "<ide_x></ide_", "<system-reminder>", "</ide_x>"])
def test_strip_ide_tags_takes_no_time_on_hostile_text(piece: str) -> None:
    began = time.process_time()
    strip_ide_tags(piece * 200_000)
    assert time.process_time() - began < 2
