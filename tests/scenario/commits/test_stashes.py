"""Work that is put away while it waits for a commit."""

from __future__ import annotations

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.world import World


@pytest.mark.parametrize("popped", ["before the stop", "after the stop"])
def test_work_that_is_stashed_within_its_turn(world: World, popped: str) -> None:
    world.repo.write("old.py", "old\n")
    world.repo.commit("old")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Go on")
    agent.write("one.py", "one\n")
    agent.write("old.py", "new\n")
    agent.shell("git stash --include-untracked --quiet")
    if popped == "before the stop":
        agent.shell("git stash pop --quiet")
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["old.py", "one.py"]
    (shadow,) = world.shadows()
    assert [world.show(name, shadow) for name in ("old.py", "one.py")] == ["new\n", "one\n"]
    if popped == "after the stop":
        world.repo.write("mine.txt", "mine\n")
        world.git("add", "mine.txt")
        assert world.commit() == ""
        world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["old.py", "one.py"]
    assert world.shadows() == []
    world.check_sound()


def test_a_deletion_that_is_stashed(world: World) -> None:
    world.repo.write("old.py", "old\n")
    world.repo.commit("old")
    agent = world.agent()
    agent.prompt("Replace old.py")
    agent.write("new.py", "new\n")
    agent.shell("rm old.py")
    agent.say("Done.")
    agent.stop()
    world.git("stash", "--quiet")
    agent.turn("Write more", {"more.py": "more\n"})
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["more.py", "new.py"]
    assert world.touched(agent) == ["old.py"]
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["old.py"]
    assert world.shadows() == []


def test_stashed_work_of_another_session(world: World) -> None:
    """The next step on the branch that both share does not drop it."""
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "first = 1\n"})
    world.git("stash", "--quiet", "--include-untracked")
    second.turn("Write two", {"two.py": "second = 2\n"})
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]
    assert world.touched(first) == ["one.py"]
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    assert world.session(world.commit())["session_id"] == first.session_id
    world.check_sound()


@pytest.mark.parametrize("how", ["a command", "a subagent"])
def test_a_person_stashes_the_work_of_an_earlier_turn(world: World, how: str) -> None:
    """Nobody knows what commands did, or a subagent that was interrupted: but the stash has the work."""
    world.repo.write("old.py", "old\n")
    world.repo.commit("old")
    agent = world.agent()
    agent.turn("Replace old.py", {"old.py": "new\n"})
    agent.prompt("Go on")
    if how == "a command":
        agent.shell("python3 -c pass")
    world.git("stash", "--quiet")
    if how == "a subagent":
        Sub(agent, "Help").write("more.py", "more\n")
    agent.prompt("What now?")
    assert "old.py" in world.touched(agent)
    world.git("stash", "pop", "--quiet")
    world.git("add", "old.py")
    assert world.session(world.commit())["files_touched"] == ["old.py"]
