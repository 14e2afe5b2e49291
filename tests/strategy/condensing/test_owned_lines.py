"""Owners of lines whose turn may have been removed from the conversation."""

from __future__ import annotations

import pytest

from entire.attribution.owner import AGENT, PERSON, REMOVED, Owner
from entire.strategy.condensing.owned_lines import Prompts, mark_removed

OWNER = Owner(AGENT, "one", 3, "Claude Code", "model", 17, "c")


@pytest.mark.parametrize(
    ("owner", "ids", "read", "removed"),
    [
        (OWNER, "abc", None, False),
        (OWNER, "abd", None, True),  # another turn is in its place
        (OWNER, "ab", None, True),
        (OWNER, "", None, False),  # the transcript is gone: nothing is known
        (OWNER, "ab", 16, False),  # not read so far
        (OWNER, "abd", 17, True),
        (OWNER.replace(session_id="two"), "abd", None, False),  # its conversation was not read
        (OWNER.replace(prompt_id=""), "abd", None, False),  # from an earlier version
        (PERSON, "a", None, False),
    ],
)
def test_a_turn_that_was_removed(owner: Owner, ids: str, read: int | None, removed: bool) -> None:
    expected = owner.replace(turn=0, prompt_line=0, why=REMOVED) if removed else owner
    assert mark_removed(owner, {"one": Prompts(frozenset(ids), read)}) == expected
