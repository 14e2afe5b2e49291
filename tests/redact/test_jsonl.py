"""Lines: what is between them, what is not JSON, and properties over whole files."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.redact import redact_json, redact_jsonl

SECRET = "xK9mZ2vL8nQ5rT1wY4bC7dF0gH3jE6pA"
S = SECRET.encode()


@pytest.mark.parametrize(
    ("data", "clean"),
    [
        (b"", b""),
        (b"\n\n \n", b"\n\n \n"),
        (b'{"a":1}\n\n{"a":"%b"}\r\n\n' % S, b'{"a":1}\n\n{"a":"REDACTED"}\r\n\n'),
        (b"%b\n%b" % (S, S), b"REDACTED\nREDACTED"),
        (b'{"broken": "%b\n{"id":"%b"}\n' % (S, S), b'{"broken": "REDACTED\n{"id":"%b"}\n' % S),
        (b'{"a":"%b"}{"b":"%b"}' % (S, S), b'{"a":"REDACTED"}{"b":"REDACTED"}'),
        (
            b'   "text": "caf\\u00e9%b\\n%b",\n   "b"' % (S, S),
            b'   "text": "caf\\u00e9REDACTED\\nREDACTED",\n   "b"',
        ),
    ],
)
def test_lines(data: bytes, clean: bytes) -> None:
    assert redact_jsonl(data) == clean


def test_a_pretty_printed_value_is_one_document() -> None:
    value = {"messages": [{"id": SECRET, "content": f"{SECRET}\n"}, {"type": "image", "data": SECRET}]}
    clean = {"messages": [{"id": SECRET, "content": "REDACTED\n"}, {"type": "image", "data": SECRET}]}
    assert redact_jsonl(json.dumps(value, indent=2).encode()) == json.dumps(clean, indent=2).encode()


def spell(text: str, how: list[int]) -> str:
    """A JSON spelling of `text`: each character plain, or escaped with lower or upper case hex."""
    forms = ("%s", "\\u%04x", "\\u%04X")
    return "".join(
        forms[how[i % len(how)]] % (c if how[i % len(how)] == 0 else ord(c)) for i, c in enumerate(text)
    )


HOW = st.lists(st.integers(0, 2), min_size=1, max_size=8)
NAMES = st.sampled_from(["text", "paid", "type", "content", "id", "path", "data", "sign\u00e4ture", ""])
TEXTS = st.text(max_size=20).map(lambda text: text.replace("@", ""))
SCALARS = st.none() | st.booleans() | st.integers() | TEXTS | st.sampled_from(["image", "base64"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def planted(draw: st.DrawFn) -> tuple[Any, str]:
    """A JSON line with `@` planted at some depth, as a value or as a key, in free text."""
    value: Any = draw(st.sampled_from(["@", "token @ here", "\n@", "é@\t", '"@"']))
    if draw(st.booleans()):
        value = {value: draw(VALUES)}
    for _ in range(draw(st.integers(0, 6))):
        around = draw(st.lists(VALUES, max_size=2))
        value = (
            [*around, value]
            if draw(st.booleans())
            else {
                **dict(zip("xyz", around, strict=False)),
                draw(st.sampled_from(["text", "paid", "caption"])): value,
            }
        )
    return value, json.dumps(value, ensure_ascii=draw(st.booleans()))


@given(planted(), HOW, st.integers(0, 3))
def test_a_planted_secret_never_remains(line: tuple[Any, str], how: list[int], nested: int) -> None:
    raw = line[1].replace("@", spell(SECRET, how))
    for _ in range(nested):
        raw = json.dumps({"arguments": raw})
    clean = redact_json(raw.encode()).decode()
    text: Any = clean
    for _ in range(nested):
        text = json.loads(text)["arguments"]
    assert json.loads(text) == json.loads(line[1].replace("@", "REDACTED"))
    assert redact_jsonl(b"x\n" + raw.encode() + b"\n") == b"x\n" + clean.encode() + b"\n"


@given(st.lists(VALUES, max_size=6), st.sampled_from([None, 2]))
def test_clean_input_stays(values: list[Any], indent: int | None) -> None:
    data = "\n".join(json.dumps(value, indent=indent) for value in values).encode()
    assert redact_jsonl(data) == data


LINES = st.one_of(
    planted().map(lambda line: line[1].replace("@", SECRET).encode()),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=40).map(lambda raw: raw.replace(b"\n", b"")),
    st.sampled_from([S, b"\\n" + S, b'"id": "%b",' % S, b"", b" ", b'{"id":"%b"}' % S, b"\\u004" + S]),
)


@given(st.lists(LINES, max_size=8))
def test_lines_properties(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    clean = redact_jsonl(data)
    assert redact_jsonl(clean) == clean
    after = clean.split(b"\n")
    assert len(after) == len(data.split(b"\n"))
    for old, new in zip(lines, after, strict=False):
        if _is_json(old):
            json.loads(new)
        if S not in old and b"\\u00" not in old:
            assert new == old


@given(st.lists(planted(), min_size=1, max_size=6), st.data())
def test_new_lines_alone_give_the_same(lines: list[tuple[Any, str]], data: st.DataObject) -> None:
    """A hook redacts only what is new: cutting between lines changes nothing."""
    raw = [line[1].replace("@", SECRET).encode() + b"\n" for line in lines]
    cut = data.draw(st.integers(0, len(raw)))
    assert redact_jsonl(b"".join(raw)) == redact_jsonl(b"".join(raw[:cut])) + redact_jsonl(
        b"".join(raw[cut:])
    )


def _is_json(raw: bytes) -> bool:
    try:
        json.loads(raw)
    except ValueError:
        return False
    return True
