from __future__ import annotations

from typing import Any

import pytest

from entire.core.record import Record


class Part(Record):
    ALWAYS = frozenset({"count"})

    count: int = 0


class Shape(Record):
    ALWAYS = frozenset({"name", "enabled"})
    NESTED = {"part": Part, "parts": Part}

    name: str = ""
    enabled: bool = False
    count: int = 0
    share: float = 0.0
    files: list[str] = []
    options: dict[str, Any] = {}
    names: dict[str, str] = {}
    numbers: dict[str, int] = {}
    anything: Any = None
    part: Part | None = None
    parts: list[Part] = []


def test_known_keys_come_in_declared_order_and_unknown_ones_after_them() -> None:
    shape = Shape.from_json({"zebra": 1, "files": ["a"], "count": 2, "apple": None, "name": "n"})
    assert list(shape.to_json()) == ["name", "enabled", "count", "files", "zebra", "apple"]


def test_empty_values_are_left_out_unless_listed() -> None:
    assert Shape().to_json() == {"name": "", "enabled": False}


def test_nested_records_are_never_left_out() -> None:
    assert Shape(part=Part(), parts=[Part(count=1)]).to_json()["part"] == {"count": 0}
    assert Shape(parts=[Part(count=1)]).to_json()["parts"] == [{"count": 1}]


@pytest.mark.parametrize(
    "key", ["self", "cls", "extra", "to_json", "ALWAYS", "_fields", "value", "", "__init__"]
)
def test_unknown_keys_survive_whatever_their_name(key: str) -> None:
    source = {"name": "n", "enabled": True, key: {"deep": [1, None, "x"]}}
    assert Shape.from_json(source).to_json() == source


def test_unknown_keys_within_nested_records_survive() -> None:
    source = {"name": "", "enabled": False, "part": {"count": 1, "new": 2}, "parts": [{"count": 0, "new": 3}]}
    assert Shape.from_json(source).to_json() == source


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", 1),
        ("name", None),
        ("name", ["a"]),
        ("enabled", "true"),
        ("enabled", 1),
        ("count", "1"),
        ("count", True),
        ("count", 1.5),
        ("share", True),
        ("files", "a"),
        ("files", [1]),
        ("files", ["a", None]),
        ("options", []),
        ("part", [{"count": 1}]),
        ("part", "x"),
        ("parts", {"count": 1}),
        ("parts", None),
    ],
)
def test_values_of_a_wrong_type_count_as_absent(key: str, value: Any) -> None:
    assert Shape.from_json({key: value}) == Shape()


def test_items_that_are_no_objects_are_dropped_from_a_list_of_records() -> None:
    assert Shape.from_json({"parts": [1, {"count": 2}, None]}).parts == [Part(count=2)]


def test_a_whole_number_may_stand_for_a_float() -> None:
    assert Shape.from_json({"share": 3}).share == 3


@pytest.mark.parametrize("value", [None, [], "text", 1, True])
def test_only_an_object_is_a_record(value: Any) -> None:
    with pytest.raises(ValueError, match="Shape"):
        Shape.from_json(value)


def test_defaults_are_not_shared() -> None:
    one, other = Shape(), Shape()
    one.files.append("a")
    one.options["a"] = 1
    assert (other.files, other.options) == ([], {})


def test_records_compare_by_content() -> None:
    assert Shape(name="a") == Shape.from_json({"name": "a"})
    assert Shape(name="a") != Shape(name="b")
    assert Shape.from_json({"x": 1}) != Shape()
    assert Part() != Shape()


def test_members_of_the_wrong_type_count_as_missing() -> None:
    values = {"a": "x", "b": 1, "c": None, "d": [], "e": True}
    shape = Shape.from_json({"names": values, "numbers": values, "options": values})
    assert (shape.names, shape.numbers, shape.options) == ({"a": "x"}, {"b": 1}, values)
    assert Shape.from_json({"names": ["a"]}).names == {}
