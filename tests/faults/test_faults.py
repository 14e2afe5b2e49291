"""A sample of `make faults`: a few effects of some stories, the same in every run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.faults import auto_commits, commands, stories
from tests.faults.drive import Player
from tests.faults.stories import Story

_FAULTS = 6


@pytest.mark.parametrize(
    "story",
    [stories.TURNS, stories.PARTIAL, commands.REWIND, commands.SETUP, auto_commits.TASKS],
    ids=lambda story: story.name,
)
def test_a_story_ends_well_whatever_fails(story: Story, tmp_path: Path) -> None:
    player = Player(story, tmp_path / "stage")
    player.prepare()
    for fault in random.Random(story.name).sample(list(player.faults()), _FAULTS):
        outcome = player.disturb(*fault)
        assert (outcome.problems, outcome.details) == ([], []), outcome
