from __future__ import annotations

import pytest

from entire.session.promises import Promise
from entire.strategy.commits.claim import is_possible

NOON = "2030-01-01T12:00:00Z"


@pytest.mark.parametrize(
    ("created_at", "since", "expected"),
    [
        (NOON, "2030-01-01T11:59:59.9Z", True),
        (NOON, NOON, True),
        (NOON, "2030-01-01T12:00:00.1Z", False),  # the turn began later
        (NOON, "2030-01-01T13:59:00+02:00", True),
        (NOON, "", True),  # not known
        ("", NOON, True),
    ],
)
def test_whether_a_commit_can_have_what_a_turn_wrote(created_at: str, since: str, expected: bool) -> None:
    assert is_possible(Promise(created_at=created_at), since) == expected


def test_a_promise_of_an_earlier_version_has_no_room() -> None:
    assert not is_possible(Promise(older=True), "")
