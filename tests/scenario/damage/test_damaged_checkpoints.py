"""A checkpoints branch that points to something missing does not stop the session, and loses nothing else."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import (
    CHECKPOINTS,
    Story,
    check_doctor,
    check_reading,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import BRANCH, World

KINDS = sorted(CHECKPOINTS)
REPAIRED = ["not an id", "a lost root tree", "a lost parent", "a lost checkpoint", "an empty tip"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_session_continues(world: World, kind: str) -> None:
    story = Story(world)
    CHECKPOINTS[kind](story, BRANCH)
    check_reading(story)
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []


@pytest.mark.parametrize("kind", REPAIRED)
def test_doctor_repairs(world: World, kind: str) -> None:
    story = Story(world)
    CHECKPOINTS[kind](story, BRANCH)
    check_doctor(story)
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []


@pytest.mark.parametrize("kind", ["a lost shard", "a lost transcript", "a lost parent"])
def test_doctor_keeps_the_other_checkpoints_and_they_can_be_pushed(world: World, kind: str) -> None:
    story = Story(world)
    work_on(story)
    second = check_whole_session(story)
    CHECKPOINTS[kind](story, BRANCH)
    world.run("entire", "doctor", "--force", check=False)
    assert "Write the parser" in world.entire("explain", "--checkpoint", second)
    remote = world.repo.path.parent / "remote.git"
    world.git("init", "--quiet", "--bare", str(remote))
    world.git("remote", "add", "origin", str(remote))
    world.entire("push")
    world.git("fsck", "--strict", "--no-dangling", cwd=remote)


def test_a_branch_that_is_lost_is_taken_from_the_remote(world: World) -> None:
    story = Story(world)
    remote = world.repo.path.parent / "remote.git"
    world.git("init", "--quiet", "--bare", str(remote))
    world.git("remote", "add", "origin", str(remote))
    world.git("push", "--quiet", "origin", "main")
    (story.git_dir / f"logs/refs/heads/{BRANCH}").unlink()
    story.set_ref(BRANCH, "")
    work_on(story)
    check_whole_session(story)
    assert "Write the app" in world.entire("explain", "--checkpoint", story.first)
    world.git("push", "--quiet", "origin", "main")
    assert failures(world) == []
