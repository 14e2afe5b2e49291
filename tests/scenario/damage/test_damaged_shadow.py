"""A shadow branch that points to something missing does not stop the session, and loses nothing else."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import (
    SHADOW,
    Story,
    check_doctor,
    check_reading,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import World

KINDS = sorted(SHADOW)
REPAIRED = ["not an id", "a lost tip", "a lost folder", "a lost parent", "an empty file in a folder"]


def last_commits(world: World, story: Story) -> list[str]:
    """The last steps, although older ones may be missing."""
    done = world.run("git", "log", "--first-parent", "--format=%s", story.shadow, check=False)
    return done.stdout.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_the_session_continues(world: World, kind: str) -> None:
    story = Story(world)
    SHADOW[kind](story, story.shadow)
    check_reading(story)
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


@pytest.mark.parametrize("kind", REPAIRED)
def test_doctor_repairs(world: World, kind: str) -> None:
    story = Story(world)
    SHADOW[kind](story, story.shadow)
    before = {path: world.file(path).read_text() for path in ("src/parser.py", "docs/use.md", "test/t.py")}
    check_doctor(story)
    assert {path: world.file(path).read_text() for path in before} == before
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []


def test_rewind_to_a_step_with_a_lost_file(world: World) -> None:
    """The file stays as it is, the others are restored."""
    story = Story(world)
    second = world.git("rev-parse", story.shadow)
    story.agent.turn("Change", {"src/parser.py": "parser = 2\n", "test/t.py": "t = 2\n"})
    story.lose(f"{second}:src/parser.py")
    done = world.entire("rewind", "--to", second)
    assert "src/parser.py" in done
    assert world.file("src/parser.py").read_text() == "parser = 2\n"
    assert world.file("test/t.py").read_text() == "t = 1\n"


def test_rewind_to_a_step_with_a_lost_folder(world: World) -> None:
    story = Story(world)
    second = world.git("rev-parse", story.shadow)
    story.agent.turn("Change", {"src/parser.py": "parser = 2\n", "test/t.py": "t = 2\n"})
    story.lose(f"{second}:src")
    done = world.run("entire", "rewind", "--to", second, check=False)
    assert done.returncode == 1
    assert "`entire doctor`" in done.stderr
    assert world.file("src/parser.py").read_text() == "parser = 2\n"
    assert world.file("test/t.py").read_text() == "t = 2\n"


def test_rewind_next_to_a_damaged_snapshot(world: World) -> None:
    story = Story(world)
    second = world.git("rev-parse", story.shadow)
    story.agent.turn("Change", {"test/t.py": "t = 2\n"})
    path = story.git_dir / "refs/entire/rewind/e3b0c4/000001"
    path.parent.mkdir(parents=True)
    path.write_text("")
    world.entire("rewind", "--to", second)
    world.entire("rewind", "--undo")
    assert world.file("test/t.py").read_text() == "t = 2\n"


def test_status_and_doctor_say_it_once(world: World) -> None:
    story = Story(world)
    story.lose(story.shadow)
    work_on(story)
    assert f"damaged refs were repaired: {story.shadow}" in world.entire("status")
    assert story.shadow in world.run("entire", "doctor", "--force", check=False).stdout
    assert "damaged" not in world.entire("status")


def test_head_moves_while_the_branch_is_damaged(world: World) -> None:
    story = Story(world)
    story.lose(story.shadow)
    world.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", "moved")
    work_on(story)
    assert failures(world) == []
    check_whole_session(story)
