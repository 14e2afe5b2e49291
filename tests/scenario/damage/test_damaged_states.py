"""A state or a cursor that names something missing does not stop the session."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import STATES, Story, check_whole_session, failures, work_on
from tests.scenario.world import World


@pytest.mark.parametrize("kind", sorted(STATES))
def test_the_session_continues(world: World, kind: str) -> None:
    story = Story(world)
    STATES[kind](story)
    work_on(story, 1)
    world.file("README.md").write_text("# Changed by a person\n")
    work_on(story, 2)
    check_whole_session(story)
    assert failures(world) == []


@pytest.mark.parametrize("kind", sorted(STATES))
def test_a_commit_right_after_it(world: World, kind: str) -> None:
    story = Story(world)
    STATES[kind](story)
    world.file("more").mkdir(exist_ok=True)
    world.file("more/x").write_text("x\n")
    check_whole_session(story)
    work_on(story, 1)
    assert failures(world) == []


def test_edits_that_git_pruned_during_a_turn(world: World) -> None:
    """What people changed is stored at the prompt, and no ref has it until the turn ends."""
    story = Story(world)
    world.file("README.md").write_text("# Changed by a person\n")
    story.agent.prompt("Write more")
    world.git("gc", "--quiet", "--prune=now")
    story.agent.write("more/1.py", "more = 1\n")
    story.agent.stop()
    assert failures(world) == []
    check_whole_session(story)
