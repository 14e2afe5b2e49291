"""Our replacements for heavy parts of the standard library behave like them."""

from __future__ import annotations

import hashlib
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import hashing
from entire.core.pattern import HEX_ANY_CASE, made_of, pattern


@pytest.mark.parametrize("name", ["sha1", "sha256"])
@pytest.mark.parametrize("size", [0, 10, 1 << 20])
def test_hashes(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = hashlib.new(name, b"text").hexdigest()

    def digest() -> str:
        found = hashing.hasher(name, size)
        found.update(b"text")
        return found.hexdigest()

    assert digest() == wanted
    for module in ("_sha1", "_sha2", "_sha256"):  # as in builds that leave them out
        monkeypatch.setitem(sys.modules, module, None)
    assert digest() == wanted


@given(st.text(alphabet="0aF_.-é\n", max_size=6))
def test_letters(text: str) -> None:
    assert made_of(text, HEX_ANY_CASE, 2, 4) == bool(re.fullmatch("[0-9a-fA-F]{2,4}", text))


def test_a_pattern_is_one() -> None:
    found = pattern(r"(?i)([a-z]+)-(\d+)").search("see ABC-12")
    assert found is not None
    assert found.groups() == ("ABC", "12")
    assert pattern(rb"x+").sub(b"-", b"axxb") == b"a-b"
