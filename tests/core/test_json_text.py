from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import json_text
from entire.core.json_text import DEEPEST


def test_layout() -> None:
    value = {"b": 1, "a": [1, "x"], "empty": [], "none": {}, "nil": None, "deep": {"k": True}}
    assert json_text.encode(value).decode() == (
        '{\n  "b": 1,\n  "a": [\n    1,\n    "x"\n  ],\n  "empty": [],\n  "none": {},\n'
        '  "nil": null,\n  "deep": {\n    "k": true\n  }\n}\n'
    )


def test_one_line() -> None:
    assert json_text.encode_line({"a": [1, 2], "b": "<x>"}) == '{"a":[1,2],"b":"\\u003cx\\u003e"}'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<a> & </a>", r"\u003ca\u003e \u0026 \u003c/a\u003e"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ('"\\', r"\"\\"),
        ("\b\f\n\r\t", r"\b\f\n\r\t"),
        ("\x00\x01\x0b\x1f", r"\u0000\u0001\u000b\u001f"),
        ("\x7f", "\x7f"),
        ("é 日本 🎉", "é 日本 🎉"),
    ],
)
def test_strings(text: str, written: str) -> None:
    assert json_text.encode_line(text) == f'"{written}"'
    assert json_text.encode_line({text: 0}) == f'{{"{written}":0}}'
    assert json_text.encode(text) == f'"{written}"\n'.encode()


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (100.0, "100"),
        (0.0, "0"),
        (66.66666666666667, "66.66666666666667"),
        (0.5, "0.5"),
        (-2.0, "-2"),
        (1e20, "100000000000000000000"),
        (12, "12"),
        (True, "true"),
        (2**70, "1180591620717411303424"),
        (float("inf"), "null"),
        (float("nan"), "null"),
    ],
)
def test_numbers(number: float, written: str) -> None:
    assert json_text.encode_line(number) == written
    assert json_text.encode_line({"x": [number]}) == f'{{"x":[{written}]}}'


@given(st.binary(min_size=1, max_size=40))
def test_file_names_round_trip_whatever_their_bytes(raw: bytes) -> None:
    written = json_text.encode({"files": [os.fsdecode(raw)]})
    written.decode("utf-8", "strict")
    assert os.fsencode(json_text.decode(written)["files"][0]) == raw


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(_VALUES)
def test_any_value_round_trips(value: Any) -> None:
    assert json_text.decode(json_text.encode(value)) == value
    assert json_text.decode(json_text.encode_line(value)) == value
    assert json.loads(json_text.encode(value)) == value


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe{", b'"\x80"', b"NaN", b"[Infinity]", b"[" * 100_000, b"9" * 10_000, b"{} {}"],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_json_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (of whatever kind)
        json_text.decode(data)


def test_absurd_nesting_cannot_be_written_either() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(ValueError, match="nested"):
        json_text.encode(value)
    while value:  # or the interpreter frees it recursively
        value = value[0]


def test_errors_are_explained_even_if_json_is_not_loaded() -> None:
    """The interpreter's own scanner knows its errors only from there."""
    code = """from entire.core import json_text
try:
    json_text.decode("{")
except ValueError as error:
    print(error)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Expecting property name")


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_what_can_be_read_can_be_written(opening: str, closing: str) -> None:
    deepest = opening * DEEPEST + "1" + closing * DEEPEST
    assert json_text.decode(json_text.encode(json_text.decode(deepest))) == json_text.decode(deepest)
    with pytest.raises(ValueError, match="nested too deeply"):
        json_text.decode(f"[{deepest}]")


def test_many_brackets_are_not_deep() -> None:
    assert json_text.decode("[" + "[]," * 1000 + '"[[[["]')[-1] == "[[[["


def test_nesting_that_only_the_explanation_finds_too_deep() -> None:
    """The scanner and the one that says what is wrong have the same limit, but not the same stack."""
    for depth in range(800, 1100):
        with pytest.raises(ValueError, match=r"Extra data|too deeply"):
            json_text.decode("[" * depth + "1" + "]" * depth + " x")
