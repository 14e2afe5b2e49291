"""Diffs of what tools did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.web.story.edits import Change, DiffLine, compared, of_call, with_context


def signs(lines: Sequence[DiffLine]) -> list[str]:
    return [f"{line.sign}{line.text}" for line in lines]


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({"content": "a\nb\n"}, ["+a", "+b"]),
        ({"old_string": "a\nb", "new_string": "a\nc"}, ["-b", "+c"]),
        ({"edits": [{"old_string": "a", "new_string": "b"}]}, ["-a", "+b"]),
        ({"unified_diff": "--- a\n+++ b\n-x\n+y"}, ["-x", "+y"]),
        ("*** Begin Patch\n*** Update File: f.py\n-x\n+y\n*** End Patch", ["-x", "+y"]),
        ({}, []),
        (None, []),
    ],
)
def test_the_arguments_of_a_call_are_a_diff(given_: Any, expected: list[str]) -> None:
    assert signs(of_call("f.py", given_, None).lines) == expected


def test_the_file_before_and_after_is_better_than_the_arguments() -> None:
    before = "".join(f"{number}\n" for number in range(20))
    found = of_call("f.py", {"content": "x"}, (before, before.replace("10\n", "ten\n")))
    assert signs(found.lines) == ["@", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13"]
    assert [line.line for line in found.lines] == [8, 8, 9, 10, 0, 11, 12, 13, 14]


def test_long_diffs_are_cut_and_say_so() -> None:
    found = of_call("f.py", {"content": "x\n" * 1000}, None)
    assert (len(found.lines), found.left_out_count) == (400, 600)


def test_files_that_have_nothing_in_common_are_not_compared_line_by_line() -> None:
    found = list(compared("a\n" * 5000, "b\n" * 5000))
    assert [line.sign for line in found] == ["-"] * 5000 + ["+"] * 5000


LINES = st.lists(st.sampled_from("abcde"), max_size=30)


@given(LINES, LINES)
def test_a_diff_has_every_line_that_differs(old: list[str], new: list[str]) -> None:
    found = list(compared("\n".join(old), "\n".join(new)))
    added = {line.line for line in found if line.sign == "+"}
    for line in found:
        assert line.sign in "-@" or new[line.line - 1] == line.text
    kept = [text for number, text in enumerate(new, 1) if number not in added]
    rest = list(old)
    for line in found:
        if line.sign == "-":
            rest.remove(line.text)
    assert sorted(rest) == sorted(kept)
    numbers = [line.line for line in found if line.line and line.sign != "@"]
    assert numbers == sorted(set(numbers)), "each line of the new file is shown once, in order"


def test_changes_that_are_close_share_their_context() -> None:
    new = [str(number) for number in range(12)]
    found = list(with_context([Change(["x"], 2, 3), Change([], 6, 7)], new))
    assert signs(found) == [" 0", " 1", "-x", "+2", " 3", " 4", " 5", "+6", " 7", " 8", " 9"]
