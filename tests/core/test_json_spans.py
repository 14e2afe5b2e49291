"""Inserting into a JSON text and removing again restores every byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entire.core import json_spans
from entire.core.errors import EntireError
from entire.core.json_tree import Node, parse

# No database: each run draws again. The first draw alone can take a second on a busy machine.
EXAMPLES = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])

KEYS = ["a", "b", "hooks", "Stop", 'q"uo\\te', "ünï", "tab\t"]
OURS = {"id": "ours", "list": ["x", {"y": None}]}


def find(node: Node, text: str, value: Any) -> list[Node]:
    if node.value(text) == value:
        return [node]
    return [found for item in node.items for found in find(item, text, value)]


def take_out(text: str, value: Any = OURS) -> str | None:
    root = parse(text)
    return json_spans.remove(text, root, find(root, text, value))


SPACES = st.text(alphabet=" \t\r\n", max_size=4)


@st.composite
def chaotic(draw: st.DrawFn, value: Any) -> str:
    """The value with any white space in any place."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=draw(st.booleans()))
    if not isinstance(value, dict | list):
        return json.dumps(value)
    gaps = [draw(SPACES) for _ in range(4)]
    if not value:
        return gaps[0].join("[]" if isinstance(value, list) else "{}")
    if isinstance(value, list):
        parts = [draw(chaotic(item)) for item in value]
    else:
        parts = [
            json.dumps(key) + draw(SPACES) + ":" + draw(SPACES) + draw(chaotic(value[key])) for key in value
        ]
    inside = gaps[0] + (gaps[1] + "," + gaps[2]).join(parts) + gaps[3]
    return "[" + inside + "]" if isinstance(value, list) else "{" + inside + "}"


@st.composite
def styled(draw: st.DrawFn, value: Any) -> str:
    """The value as programs print it."""
    indent = draw(st.sampled_from([None, 0, 1, 2, 3, 4, 8, "\t"]))
    separators = draw(st.sampled_from([(",", ":"), (", ", ": "), (",", ": "), (" , ", " : ")]))
    text = json.dumps(value, indent=indent, separators=separators)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return text


def texts(value: Any) -> st.SearchStrategy[str]:
    """The value as a file: in any spelling, with or without byte order mark and final newline."""
    body = chaotic(value) | styled(value)
    return st.builds(lambda mark, text, end: mark + text + end, st.sampled_from(["", "\ufeff"]), body, SPACES)


WORDS = st.text(alphabet='x é"\\/{}[],:\n\u2028😀', max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4).flatmap(texts)


@EXAMPLES
@given(DOCUMENTS, st.lists(st.sampled_from(KEYS), min_size=1, max_size=3), st.sampled_from([OURS, "ours"]))
def test_append_then_remove_restores_the_bytes(text: str, path: list[str], value: Any) -> None:
    try:
        once = json_spans.append(text, path, value)
    except EntireError:
        return  # the path leads through something else
    twice = json_spans.append(once, path, value)
    node = json.loads(twice.removeprefix("\ufeff"))
    for key in path:
        node = node[key]
    assert node[-2:] == [value, value]
    assert take_out(once, value) == text
    assert take_out(twice, value) == text


@EXAMPLES
@given(
    DOCUMENTS,
    st.permutations([("a",), ("hooks", "Stop"), ("hooks", "a"), ("b", "hooks", "a"), ("hooks", "Stop")]),
)
def test_many_places_in_any_order(text: str, paths: list[tuple[str, ...]]) -> None:
    edited = text
    for path in paths:
        try:
            edited = json_spans.append(edited, path, OURS)
        except EntireError:
            continue
    if edited != text:
        assert take_out(edited) == text


@EXAMPLES
@given(DOCUMENTS)
def test_every_value_is_found_where_it_stands(text: str) -> None:
    assert parse(text).value(text) == json.loads(text.removeprefix("\ufeff"))


def test_a_new_document_is_pretty_and_vanishes() -> None:
    text = json_spans.start(("hooks", "Stop"), {"id": 1})
    assert text == json.dumps({"hooks": {"Stop": [{"id": 1}]}}, indent=2) + "\n"
    assert take_out(json_spans.append(text, ("hooks", "Stop"), {"id": 1}), {"id": 1}) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", '{\n\n  "k": [\n    {\n      "i": 1\n    }\n  ]\n}'),
        ('{"a":1}', '{"a":1,"k":[ { "i":1 } ]}'),
        ('{"a": 1}\n', '{"a": 1, "k": [ { "i": 1 } ]}\n'),
        ('{"k": []}', '{"k": [{ "i": 1 }]}'),
        ('{"k": [ ]}', '{"k": [ { "i": 1 }]}'),
        ('{"k": [1,2]}', '{"k": [1,2,{ "i": 1 }]}'),
        ('{\n\t"a" : 1\n}', '{\n\t"a" : 1,\n\t"k" : [\n\t\t{\n\t\t\t"i" : 1\n\t\t}\n\t]\n}'),
        ('{\r\n "a": 1\r\n}', '{\r\n "a": 1,\r\n "k": [\r\n  {\r\n   "i": 1\r\n  }\r\n ]\r\n}'),
        ('{\n    "k": []\n}', '{\n    "k": [\n\n        {\n            "i": 1\n        }\n    ]\n}'),
        ('{\n  "k": [\n    {}\n  ]\n}', '{\n  "k": [\n    {},\n    {\n      "i": 1\n    }\n  ]\n}'),
        ('{\n\r"k":[]}', '{\n\r"k":[\n\n  {\n    "i":1\n  }\n]}'),
        ('{"k": 0, "k": []}', '{"k": 0, "k": [{ "i": 1 }]}'),
    ],
)
def test_style_of_the_document(before: str, after: str) -> None:
    assert json_spans.append(before, ("k",), {"i": 1}) == after
    assert take_out(after, {"i": 1}) == before


@pytest.mark.parametrize(
    ("edited", "left"),
    [
        ('{"k": ["ours", 1]}', '{"k": [1]}'),
        ('{"k": [1, "ours", 2]}', '{"k": [1, 2]}'),
        ('{"k": ["ours", "ours", 1, "ours"]}', '{"k": [1]}'),
        ('{\n\n  "k": "ours",\n  "a": 1\n}', '{\n  "a": 1\n}'),
        ('{\r\n\r\n  "k": "ours",\r\n  "a": 1\r\n}', '{\r\n  "a": 1\r\n}'),
        ('{"a": {"b": {"c": ["ours" ] } } }', None),
        ('{"a": {"b": {"c": ["ours" ] }}, "d": 1}', '{"a": {}, "d": 1}'),
    ],
)
def test_what_others_put_around_ours_stays(edited: str, left: str | None) -> None:
    assert take_out(edited, "ours") == left


def test_a_minified_file_leaves_no_empty_containers() -> None:
    text = json_spans.append('{"a": 1}', ("hooks", "Stop"), OURS)
    assert take_out(json.dumps(json.loads(text), separators=(",", ":"))) == '{"a":1}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: not valid"),
        ("[]", "not a JSON object"),
        ('"x"', "not a JSON object"),
        ("{} {}", "line 1, column 4"),
        ('{"a": 01}', "line 1, column 8"),
        ('{"a" 1}', "line 1, column 6"),
        ('{"a": [1 2]}', "line 1, column 10"),
        ('{"a": NaN}', "line 1, column 7"),
        ('{"a": "\n"}', "line 1, column 7"),
        ('{"a": "\\x"}', "line 1, column 7"),
        ('{"a": 1 /* no }', "line 1, column 9: a comment that does not end"),
        ('{"a": 1 # no\n}', "line 1, column 9"),
        ('{"a": 1,,}', "line 1, column 9"),
        ("{,}", "line 1, column 2"),
        ('{"a": ' + "[" * 5000, "nested too deeply"),
        ('{"a": {"b": 1}', "line 1, column 15"),
    ],
)
def test_what_is_not_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(EntireError, match=message):
        parse(text)


@pytest.mark.parametrize("text", ['{"a": 1}', '{"a": null}', '{"a": {"b": {}}}', '{"a": []}'])
def test_a_path_through_something_else_is_refused(text: str) -> None:
    with pytest.raises(EntireError, match="is not a"):
        json_spans.append(text, ("a", "b"), 1)


# --- comments, and a comma after the last item ----------------------------------------------------------

NOTES = st.sampled_from(
    ["// note\n", "/* note */", '// a, [b] "c\n', "/* , } ] \n // x */", "//\r\n", "/**/"]
)


@st.composite
def commented(draw: st.DrawFn, value: Any) -> str:
    """The value with comments and white space in any place, and perhaps a comma after the last item."""

    def gap() -> str:
        found: list[str] = draw(st.lists(NOTES | SPACES, max_size=2))
        return "".join(found)

    if not isinstance(value, dict | list):
        return json.dumps(value)
    parts = [
        gap()
        + (json.dumps(key) + gap() + ":" + gap() if key is not None else "")
        + draw(commented(item))
        + gap()
        for key, item in (value.items() if isinstance(value, dict) else ((None, item) for item in value))
    ]
    comma: bool = draw(st.booleans())
    last = "," + gap() if parts and comma else ""
    inside = (",".join(parts) if parts else gap()) + last
    return "[" + inside + "]" if isinstance(value, list) else "{" + inside + "}"


@st.composite
def commented_documents(draw: st.DrawFn) -> tuple[Any, str]:
    value = draw(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
    return value, draw(st.sampled_from(["", "// head\n"])) + draw(commented(value)) + draw(SPACES)


def plain(text: str) -> Any:
    """What a reader of JSON with comments sees."""

    def value(node: Node) -> Any:
        if node.kind == "{":
            return {item.key: value(item) for item in node.items}
        return [value(item) for item in node.items] if node.kind == "[" else node.value(text)

    return value(parse(text))


@EXAMPLES
@given(commented_documents(), st.lists(st.sampled_from(KEYS), min_size=1, max_size=3))
def test_comments_are_read_over_and_come_back(document: tuple[Any, str], path: list[str]) -> None:
    value, text = document
    assert plain(text) == value
    try:
        once = json_spans.append(text, path, OURS)
    except EntireError:
        return
    twice = json_spans.append(once, path, OURS)
    node = plain(twice)
    for key in path:
        node = node[key]
    assert node[-2:] == [OURS, OURS]
    for edited in (once, twice):
        root = parse(edited)
        targets = [node for node in every(root) if node.kind == "{" and plain_at(edited, node) == OURS]
        assert json_spans.remove(edited, root, targets) == text


def every(node: Node) -> list[Node]:
    return [node, *(found for item in node.items for found in every(item))]


def plain_at(text: str, node: Node) -> Any:
    return plain(text[node.start : node.end])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "k": [\n    {\n      "i": 1\n    }\n  ]\n}'),
        ('{"a": 1 // one\n}', '{"a": 1, // one\n"k": [ { "i": 1 } ]\n}'),
        ('{"a": 1, // one\n}', '{"a": 1, "k": [ { "i": 1 } ], // one\n}'),
        ('{"k": [ // none\n]}', '{"k": [ // none\n{ "i": 1 }]}'),
        ('{"a": /* x */ 1}', '{"a": /* x */ 1, "k": [ { "i": 1 } ]}'),
        (
            '{\n  // "k": [],\n  "a": 1\n  // end\n}',
            '{\n  // "k": [],\n  "a": 1,\n  // end\n  "k": [\n    {\n      "i": 1\n    }\n  ]\n}',
        ),
    ],
)
def test_where_items_go_beside_comments(before: str, after: str) -> None:
    assert json_spans.append(before, ("k",), {"i": 1}) == after
    root = parse(after)
    assert json_spans.remove(after, root, [node for node in every(root) if node.key is None][1:2]) == before


@pytest.mark.parametrize(
    ("edited", "left"),
    [
        ('{"k": [\n  // theirs\n  {"i": 1}\n]}', '{"k": [\n  // theirs\n]}'),
        ('{"k": [\n  {"i": 1} // theirs\n]}', '{"k": [\n  // theirs\n]}'),
        ('{"k": [{"i": 1}, // theirs\n 2]}', '{"k": [// theirs\n 2]}'),
        ('{"k": [1, // theirs\n {"i": 1}, 2]}', '{"k": [1 // theirs\n , 2]}'),
        ('{"k": [1, // theirs\n {"i": 1},\n 2]}', '{"k": [1 // theirs\n ,\n 2]}'),
        ('{"k": [1 /* theirs */, {"i": 1}]}', '{"k": [1 /* theirs */]}'),
        ('{"k": [1, {"i": 1}, /* theirs */]}', '{"k": [1, /* theirs */]}'),
        ('{"k": [{"i": 1},{"i": 1},/* theirs */]}', '{"k": [/* theirs */]}'),
    ],
)
def test_comments_that_others_wrote_since_stay(edited: str, left: str) -> None:
    root = parse(edited)
    targets = [node for node in every(root) if node.kind == "{" and node.parent is not None]
    assert json_spans.remove(edited, root, targets) == left
    parse(left)
