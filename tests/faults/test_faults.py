"""A sample of `make faults`: a few effects of some stories, the same in every run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.faults import (
    agents,
    auto_commits,
    commands,
    compactions,
    conversations,
    later,
    links,
    messages,
    stories,
)
from tests.faults.drive import Player
from tests.faults.stories import Story

_FAULTS, _OF_AGENTS = 3, 1


@pytest.mark.parametrize(
    "story",
    [
        *(stories.TURNS, stories.PARTIAL, later.IN_A_ROW, commands.REWIND, commands.SETUP),
        *(auto_commits.TASKS, *conversations.STORIES, *links.STORIES),
        *(*messages.STORIES, *compactions.STORIES),
    ],
    ids=lambda story: story.name,
)
def test_a_story_ends_well_whatever_fails(story: Story, tmp_path: Path) -> None:
    _disturb(story, tmp_path, _FAULTS)


@pytest.mark.parametrize("story", agents.STORIES, ids=lambda story: story.name)
def test_so_it_does_with_every_agent(story: Story, tmp_path: Path) -> None:
    _disturb(story, tmp_path, _OF_AGENTS)


def _disturb(story: Story, tmp_path: Path, count: int) -> None:
    player = Player(story, tmp_path / "stage")
    player.prepare()
    for fault in random.Random(story.name).sample(list(player.faults()), count):
        outcome = player.disturb(*fault)
        assert (outcome.problems, outcome.details) == ([], []), outcome
