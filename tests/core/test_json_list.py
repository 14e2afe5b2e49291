"""Where the items of a list stand in a document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import json_list

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.sampled_from(["]", "}", ",", '"', "\\"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(VALUES, max_size=5),
    st.dictionaries(st.sampled_from("abc"), VALUES),
    st.dictionaries(st.sampled_from("uvw"), VALUES),
    st.sampled_from([None, 0, 3]),
    st.booleans(),
)
def test_every_item_is_found(
    items: list[Any], before: dict[str, Any], after: dict[str, Any], indent: int | None, plain: bool
) -> None:
    text = " " + json.dumps(before | {"list": items} | after, indent=indent, ensure_ascii=not plain) + "\n"
    start, ends = json_list.spans(text, "list")
    assert text[start - 1] == "["
    edges = [start, *ends]
    pieces = [text[a:b].lstrip(" \n,") for a, b in zip(edges, ends, strict=False)]
    assert [json.loads(piece) for piece in pieces] == items
    assert text[edges[-1] :].lstrip().startswith("]")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "{", "{}", "[]", "[1]", "3", "null", '"list"', '{"list"', '{"list":', '{"list":['),
        *(
            '{"list":[1',
            '{"list":[1]',
            '{"list":[1,]}',
            '{"list":[1]}}',
            '{"list":[1],}',
            '{"list":[1] "x":2}',
        ),
        *(
            '{"list":{}}',
            '{"other":[1]}',
            '{"list":[1],"list":2}',
            '{"list" [1]}',
            "{list:[1]}",
            '{1:2,"list":[]}',
        ),
        *('{"list":[1 2]}', '{"list":[NaN]}', '{"x":[1,],"list":[]}', '{"a":{"list":[1]}}', '{,"list":[1]}'),
        '{"list":' + "[" * 100_000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|expected|not an object"):
        json_list.spans(text, "list")


def test_of_equal_keys_the_last_counts() -> None:
    start, ends = json_list.spans('{"list": [1, 2], "list": [3]}', "list")
    assert (start, ends) == (26, [27])
    assert json_list.spans('\ufeff{"list":[]}', "list") == (10, [])
