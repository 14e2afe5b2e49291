from __future__ import annotations

from collections.abc import Iterator

import pytest

from entire.core import limits
from entire.strategy.turn.sizes import too_large

MB = 1024 * 1024


@pytest.fixture(autouse=True)
def chosen() -> Iterator[None]:
    limits.configure({"limits": {"file_mb": 5, "named_file_mb": 20, "step_mb": 10}})
    yield
    limits.configure({})


@pytest.mark.parametrize(
    ("sizes", "named", "left_out"),
    [
        ({}, (), []),
        ({"a": 5 * MB}, (), []),
        ({"a": 5 * MB + 1}, (), ["a"]),
        ({"a": 20 * MB}, ("a",), []),
        ({"a": 20 * MB + 1}, ("a",), ["a"]),
        ({"a": 4 * MB, "b": 4 * MB, "c": 4 * MB}, (), ["c"]),
        ({"c": 1 * MB, "b": 5 * MB, "a": 5 * MB}, (), ["b"]),  # small ones first, then by name
        ({"a": 15 * MB, "b": 5 * MB, "c": 5 * MB}, ("a",), []),  # named files do not count
        ({"a": 9 * MB, "b": 4 * MB, "c": 4 * MB}, (), ["a"]),
    ],
)
def test_which_files_are_left_out(sizes: dict[str, int], named: tuple[str, ...], left_out: list[str]) -> None:
    assert sorted(too_large(sizes, named)) == left_out
