"""Cells of a terminal, compared with a library that knows every character."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from entire.cli.ui.cells import cell_len


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("login.py", 8),
        ("Größe", 5),
        ("Gro\u0308ße", 5),
        ("漢字.py", 7),
        ("☂", 1),
        ("☂\ufe0f rain", 7),
        ("1\ufe0f\u20e3", 2),
        ("🇩🇪", 2),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", 4),
        ("a\u200bb", 2),
        ("soft\xadhyphen", 11),
    ],
)
def test_widths(text: str, cells: int) -> None:
    assert cell_len(text) == cells == wcswidth(text)


# Letters, marks, numbers, punctuation and symbols of the scripts that Python and the library know alike.
known = st.characters(
    max_codepoint=0x1FAFF, categories=["L", "Mn", "Nd", "P", "Sc", "Sk", "Sm", "Zs"]
).filter(lambda character: unicodedata.name(character, "") and character not in "\u3164\uffa0")


@given(st.text(known))
def test_the_library_agrees(text: str) -> None:
    assert cell_len(text) == sum(max(0, wcswidth(character)) for character in text)


def test_a_family_counts_in_full_so_that_no_terminal_overflows() -> None:
    family = "👨\u200d👩\u200d👧"
    assert (cell_len(family), wcswidth(family)) == (6, 2)
