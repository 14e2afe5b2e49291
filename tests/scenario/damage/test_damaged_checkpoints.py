"""A checkpoints branch that points to something missing does not stop the session, and loses nothing else."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import (
    CHECKPOINTS,
    Story,
    check_commands,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import BRANCH, World

KINDS = sorted(CHECKPOINTS)
# Only here is the first checkpoint itself lost.
LOST = {"a lost checkpoint", "a lost summary", "a lost tip", "an empty tip"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_session_continues(world: World, kind: str) -> None:
    story = Story(world)
    CHECKPOINTS[kind](story, BRANCH)
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []


@pytest.mark.parametrize("kind", KINDS)
def test_commands(world: World, kind: str) -> None:
    story = Story(world)
    CHECKPOINTS[kind](story, BRANCH)
    check_commands(story)
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []
