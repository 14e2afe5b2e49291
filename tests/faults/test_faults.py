"""A sample of `make faults`: a few effects of some stories, the same in every run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.faults import commands, stories
from tests.faults.drive import Player
from tests.faults.stories import Story

_FAULTS = 6
# A hook that is killed before it adds the trailer: the commit is not linked.
_OPEN = ("prepare-commit-msg",)


@pytest.mark.parametrize(
    "story", [stories.TURNS, stories.PARTIAL, commands.REWIND, commands.SETUP], ids=lambda story: story.name
)
def test_a_story_ends_well_whatever_fails(story: Story, tmp_path: Path) -> None:
    player = Player(story, tmp_path / "stage")
    player.prepare()
    effects = {(at, int(row[0])): row[1] for at, rows in player.effects.items() for row in rows}
    possible = [fault for fault in player.faults() if effects[fault[0], fault[1]] not in _OPEN]
    for fault in random.Random(story.name).sample(possible, _FAULTS):
        outcome = player.disturb(*fault)
        assert (outcome.problems, outcome.details) == ([], []), outcome
