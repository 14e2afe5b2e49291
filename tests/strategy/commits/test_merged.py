from __future__ import annotations

import pytest

from entire.git.diff import FileChange
from entire.strategy.commits.merged import resolved

NOTHING = "0" * 40


@pytest.mark.parametrize(
    ("staged", "merged", "expected"),
    [
        ("mine", [], True),
        ("mine", [{"a": "theirs"}, {"a": "conflict"}], True),  # somebody resolved it
        ("theirs", [{"a": "theirs"}, {"a": "conflict"}], False),  # one side
        ("merged", [{"a": "theirs"}, {"a": "merged"}], False),  # git did
        ("merged", [{"a": "theirs"}], True),  # git does not say what it made
        ("third", [{"a": "theirs"}, {"a": "third"}], False),  # of several parents
        ("mine", [{}, {}], True),  # new
        (NOTHING, [{"a": "theirs"}, {"a": "conflict"}], True),  # deleted to resolve it
        (NOTHING, [{}, {}], False),  # they deleted it
        (NOTHING, [{"a": "theirs"}, {}], False),
    ],
)
def test_what_a_merge_has_beyond_what_it_merges(
    staged: str, merged: list[dict[str, str]], expected: bool
) -> None:
    change = FileChange("a", "D" if staged == NOTHING else "M", "ours", staged)
    assert resolved([change], merged) == ([change] if expected else [])
