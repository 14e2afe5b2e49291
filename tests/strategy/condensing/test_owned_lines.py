"""Owners of lines whose turn may have been removed from the conversation."""

from __future__ import annotations

import pytest

from entire.attribution.owner import AGENT, PERSON, REMOVED, Owner
from entire.strategy.condensing.owned_lines import mark_removed

OWNER = Owner(AGENT, "one", 3, "Claude Code", "model", 17, "c")


@pytest.mark.parametrize(
    ("owner", "turns", "read", "removed"),
    [
        (OWNER, ["a", "b", "c"], None, False),
        (OWNER, ["a", "b", "d"], None, True),  # another turn is in its place
        (OWNER, ["a", "b"], None, True),
        (OWNER, [], None, False),  # the transcript is gone: nothing is known
        (OWNER, ["a", "b"], 16, False),  # not read so far
        (OWNER, ["a", "b", "d"], 17, True),
        (OWNER.replace(prompt_id=""), ["a", "b", "d"], None, False),  # from an earlier version
        (PERSON, ["a"], None, False),
    ],
)
def test_a_turn_that_was_removed(owner: Owner, turns: list[str], read: int | None, removed: bool) -> None:
    expected = owner.replace(turn=0, prompt_line=0, why=REMOVED) if removed else owner
    assert mark_removed(owner, turns, read) == expected
