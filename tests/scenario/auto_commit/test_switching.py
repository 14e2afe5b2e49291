"""From one strategy to the other and back, with open sessions and work that is not committed."""

from __future__ import annotations

import json

from tests.scenario.auto_commit.conftest import refuse_commits, status
from tests.scenario.world import World


def switch(world: World, name: str) -> str:
    return world.entire("enable", "--strategy", name, "--project")


def test_work_of_manual_commit_is_committed_with_the_next_turn(world: World) -> None:
    switch(world, "manual-commit")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert status(world) == [" M .entire/settings.json", "?? one.py"]
    said = switch(world, "auto-commit")
    assert "1 file waits for a commit" in said
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["one.py", "two.py"]
    prompts = world.stored(world.checkpoint(), "prompt.txt")
    assert "Write one" in prompts
    assert "Write two" in prompts
    assert status(world) == []


def test_refused_work_is_linked_by_the_users_commit(world: World) -> None:
    hook = refuse_commits(world)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert "1 file waits for a commit" in switch(world, "manual-commit")
    hook.unlink()
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert checkpoint
    assert world.root(checkpoint)["strategy"] == "manual-commit"
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("log", "-1", "--format=%s") == "work"


def test_a_turn_that_began_before_the_switch(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    switch(world, "manual-commit")
    agent.stop()
    assert world.git("log", "-1", "--format=%s") == "use entire"
    assert world.touched(agent) == ["one.py"]
    agent.prompt("Write two")
    switch(world, "auto-commit")
    agent.write("two.py", "2\n")
    agent.stop()
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["one.py", "two.py"]


def test_status_names_the_strategy(world: World) -> None:
    assert world.entire("status").splitlines()[0] == "Enabled (auto-commit)"
    assert json.loads(world.entire("status", "--json"))["strategy"] == "auto-commit"
    assert "strategy" not in world.doctor()
