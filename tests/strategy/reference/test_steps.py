from __future__ import annotations

import pytest

from entire.attribution.owner import AGENT, UNKNOWN, FileLines, Lines, Owned, Owner
from entire.checkpoint.temporary.snapshots import Snapshot
from entire.strategy.condensing.owned_lines import shared_lines
from entire.strategy.reference.steps import counted

SHARED = Snapshot("t", "", {"kind": "unknown", "shared": {"a": [2, 5]}})
AGENTS = Snapshot("t", "", {"kind": "agent", "session_id": "s"})


def test_counts_of_several_steps_add_up() -> None:
    more = Snapshot("t", "", {"kind": "unknown", "shared": {"a": [1, 1], "b": [3, 4]}})
    assert counted([SHARED, AGENTS, more]) == {"a": (3, 6), "b": (3, 4)}


@pytest.mark.parametrize("shared", [7, [], {"a": 1}, {"a": [1]}, {"a": ["1", "2"]}, {"a": [1, 2, 3]}])
def test_counts_that_cannot_be_read_are_left_out(shared: object) -> None:
    assert counted([Snapshot("t", "", {"kind": "unknown", "shared": shared})]) == {}


@pytest.mark.parametrize(("unknown", "agents"), [(7, 5), (6, 4), (3, 1), (2, 0), (0, 0), (20, 5)])
def test_unknown_lines_are_the_agents_as_far_as_people_did_not_write_them(unknown: int, agents: int) -> None:
    parts = (Owned(1, unknown, Owner(UNKNOWN)), Owned(unknown + 1, unknown + 9, Owner(AGENT)))
    lines = Lines(
        (FileLines("a", "blob", parts if unknown else parts[1:]), FileLines("b", "blob", parts[1:]))
    )
    assert shared_lines(lines, [SHARED, AGENTS]) == agents
    assert shared_lines(lines, [AGENTS]) == 0
