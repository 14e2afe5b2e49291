"""Folders with so many files that no step stores a copy of each."""

from __future__ import annotations

import pytest
from tests.scenario.limits.limited import limit
from tests.scenario.world import World

from entire.checkpoint import trailers
from entire.cli.commands.demo.stand_in import StandIn

_MOST = 10


@pytest.fixture
def few(world: World) -> World:
    limit(world, step_files=_MOST)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    return world


def fill(world: World, number: int) -> list[str]:
    names = [f"data/{name:03d}.txt" for name in range(number)]
    for name in names:
        world.repo.write(name, f"{name}\n")
    return names


def turn(world: World, agent: StandIn) -> None:
    """By a tool, by a command, and a large file that git tracks."""
    agent.prompt("Write them")
    agent.write("named.py", "1\n")
    agent.shell("echo 2 >written.py && seq 10000 >README.md")
    agent.say("Done.")
    agent.stop()


@pytest.mark.parametrize("number", [5, _MOST + 1])
def test_the_users_own_files_that_git_does_not_track(few: World, number: int) -> None:
    """All are stored, or none: then the agent's work is stored nevertheless, and a rewind keeps them."""
    own = fill(few, number)
    agent = few.agent()
    turn(few, agent)
    stored = few.names(few.shadows()[0])
    assert set(own) <= set(stored) if number <= _MOST else not set(own) & set(stored)
    assert few.touched(agent) == ["README.md", "named.py", "written.py"]
    assert "Next commit: links 3 files" in few.entire("status")
    assert {"named.py", "written.py"} <= set(stored)
    assert few.show("README.md", few.shadows()[0]).endswith("10000\n")
    step = few.git("rev-parse", few.shadows()[0])
    agent.turn("More", {"more.py": "1\n"})
    few.entire("rewind", "--to", step, "--force")
    assert not few.file("more.py").exists()
    assert all(few.file(name).exists() for name in own)
    few.git("add", "--all")
    assert few.session(few.commit())["files_touched"] == ["README.md", "named.py", "written.py"]
    few.check_sound()


def test_files_that_a_command_wrote(few: World) -> None:
    agent = few.agent()
    agent.prompt("Write them")
    agent.shell("mkdir data && for i in $(seq 10 30); do echo $i >data/$i; done")
    agent.write("named.py", "1\n")
    agent.stop()
    step = few.shadows()[0]
    lacks = trailers.lacks(few.git("log", "-1", "--format=%B", step))
    assert len(lacks) == 21 - _MOST
    assert not set(lacks) & set(few.names(step))
    assert "named.py" in few.names(step)
    few.git("add", "--all")
    assert len(few.session(few.commit())["files_touched"]) == 22
    few.check_sound()
