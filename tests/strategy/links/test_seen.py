"""Which moves of HEAD make a commit from others, and choosing commits without a link: as tables."""

from __future__ import annotations

import pytest

from entire.git.reflog import Move
from entire.strategy.links.seen import is_copy
from entire.strategy.links.unlinked import choose


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([("c", "commit"), ("b", "commit"), ("a", "commit")], False),
        ([("c", "commit"), ("a", "reset"), ("b", "commit")], True),
        ([("c", "commit"), ("b", "reset"), ("b", "commit")], False),  # `git reset` only unstages
        ([("c", "commit"), ("a", "reset")], True),  # the reflog goes back no further
        ([("c", "cherry-pick"), ("b", "commit")], True),
        ([("c", "commit (initial)")], False),
        ([("c", "checkout"), ("a", "reset"), ("b", "commit")], False),
    ],
)
def test_whether_a_commit_was_made_from_others(moves: list[tuple[str, str]], expected: bool) -> None:
    assert is_copy([Move(oid, action) for oid, action in moves]) == expected


@pytest.mark.parametrize(
    ("ours", "changes", "since", "expected"),
    [
        ({"s": {"f"}}, {"c": {"f", "g"}}, {"s": ["c"]}, [("c", "s", ["f"])]),
        ({"s": {"f"}}, {"c": {"g"}}, {"s": ["c"]}, []),
        ({"s": {"f"}}, {"c": {"f"}}, {"s": []}, []),  # made before the session
        (
            {"s": {"f", "g"}},
            {"c": {"f"}, "b": {"f", "g"}},
            {"s": ["c", "b"]},
            [("c", "s", ["f"]), ("b", "s", ["g"])],
        ),
        ({"s": set(), "t": {"f"}}, {"c": {"f"}}, {"s": ["c"], "t": ["c"]}, [("c", "t", ["f"])]),
    ],
)
def test_commits_with_files_of_a_session(
    ours: dict[str, set[str]],
    changes: dict[str, set[str]],
    since: dict[str, list[str]],
    expected: list[tuple[str, str, list[str]]],
) -> None:
    assert choose(ours, changes, since) == expected
