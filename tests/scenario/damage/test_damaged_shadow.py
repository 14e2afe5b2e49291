"""A shadow branch that points to something missing does not stop the session, and loses nothing else."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import (
    SHADOW,
    Story,
    check_commands,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import World

KINDS = sorted(SHADOW)


def last_commits(world: World, story: Story) -> list[str]:
    """The last steps, although older ones may be missing."""
    done = world.run("git", "log", "--first-parent", "--format=%s", story.shadow, check=False)
    return done.stdout.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_the_session_continues(world: World, kind: str) -> None:
    story = Story(world)
    SHADOW[kind](story, story.shadow)
    work_on(story, 1)
    work_on(story, 2)
    assert failures(world) == []
    assert [subject for subject in last_commits(world, story) if subject != "Snapshot"][:2] == [
        "Write more 2",
        "Write more 1",
    ]
    tracked = world.git("ls-tree", "-r", "--name-only", story.shadow).splitlines()
    assert {"src/app.py", "src/parser.py", "docs/use.md", "test/t.py", "more/1.py", "more/2.py"} <= set(
        tracked
    )
    check_whole_session(story)
    assert failures(world) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_commit_right_after_it(world: World, kind: str) -> None:
    story = Story(world)
    SHADOW[kind](story, story.shadow)
    world.file("more").mkdir(exist_ok=True)
    world.file("more/x").write_text("x\n")
    check_whole_session(story)
    assert failures(world) == []
    work_on(story, 1)
    assert failures(world) == []


@pytest.mark.parametrize("kind", KINDS)
def test_commands(world: World, kind: str) -> None:
    story = Story(world)
    SHADOW[kind](story, story.shadow)
    before = {path: world.file(path).read_text() for path in ("src/parser.py", "docs/use.md", "test/t.py")}
    check_commands(story)
    assert {path: world.file(path).read_text() for path in before} == before
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []
