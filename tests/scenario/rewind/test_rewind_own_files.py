"""Files that a person made, and the agent then changed: a rewind undoes what the agent did, and no more."""

from __future__ import annotations

import json

import pytest
from tests.scenario.rewind.rewinding import agent_of, step
from tests.scenario.ways import STEPS
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

pytestmark = STEPS


def append(agent: StandIn, path: str, text: str, how: str) -> None:
    if how == "shell":
        agent.shell(f"printf '{text}' >> {path}")
        return
    with open(f"{agent.root}/{path}") as file:
        agent.write(path, file.read() + text)


@pytest.mark.parametrize("how", ["shell", "write"])
def test_a_file_that_was_there_before_the_session(world: World, how: str) -> None:
    world.repo.write("notes.txt", "mine\n")
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"})
    agent.prompt("Second")
    append(agent, "notes.txt", "from the agent\n", how)
    agent.stop()
    planned = world.entire("rewind", "--to", step(world, "First"), "--dry-run")
    assert "Restore: notes.txt\n" in planned
    world.entire("rewind", "--to", step(world, "First"))
    assert world.file("notes.txt").read_text() == "mine\n"
    world.entire("rewind", "--undo")
    assert world.file("notes.txt").read_text() == "mine\nfrom the agent\n"


@pytest.mark.parametrize("how", ["shell", "write"])
@pytest.mark.parametrize("ended", [True, False], ids=["", "in an open turn"])
def test_a_file_that_a_person_made_between_turns(world: World, how: str, ended: bool) -> None:
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"})
    world.repo.write("docs/notes.txt", "mine\n")
    agent.prompt("Second")
    append(agent, "docs/notes.txt", "from the agent\n", how)
    agent.write("b.py", "b\n")
    if ended:
        agent.stop()
    done = world.entire("rewind", "--to", step(world, "First"))
    assert "Restored: docs/notes.txt\nDeleted: b.py\n" in done
    assert world.file("docs/notes.txt").read_text() == "mine\n"
    assert not world.file("b.py").exists()
    assert world.touched(agent) == ["a.py"]
    world.entire("rewind", "--undo")
    assert world.file("docs/notes.txt").read_text() == "mine\nfrom the agent\n"
    world.check_sound()


def test_the_last_version_before_the_agents(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    world.repo.write("notes.txt", "one\n")
    agent.turn("Second", {"a.py": "2\n"})
    world.repo.write("notes.txt", "one\ntwo\n")
    agent.turn("Third", {"a.py": "3\n", "notes.txt": "one\ntwo\nagent\n"})
    world.repo.write("notes.txt", "one\ntwo\nagent\nthree\n")
    agent.turn("Fourth", {"notes.txt": "one\ntwo\nagent\nthree\nagent again\n"})
    for name, text in (("Third", "one\ntwo\nagent\n"), ("Second", "one\n"), ("First", "one\ntwo\n")):
        world.entire("rewind", "--to", step(world, name))
        assert world.file("notes.txt").read_text() == text, name
        world.entire("rewind", "--undo")


def test_what_the_agent_made_goes_whoever_edited_it_since(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"b.py": "b\n"})
    world.repo.write("b.py", "b\nedited\n")
    agent.turn("Third", {"b.py": "b\nedited\nagain\n"})
    assert "Deleted: b.py" in world.entire("rewind", "--to", step(world, "First"))


def test_a_persons_file_that_the_agent_deleted(world: World) -> None:
    world.repo.write("notes.txt", "mine\n")
    agent = world.agent()
    agent.turn("First", {"a.py": "1\n"})
    world.repo.write("more.txt", "mine too\n")
    agent.prompt("Second")
    agent.shell("rm notes.txt more.txt")
    agent.stop()
    world.entire("rewind", "--to", step(world, "First"))
    assert world.file("notes.txt").read_text() == "mine\n"
    assert world.touched(agent) == ["a.py"]


def test_a_file_of_another_session(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    one.turn("One 1", {"one.py": "1\n"})
    two.turn("Two 1", {"shared.py": "two\n"})
    one.turn("One 2", {"shared.py": "two\none\n"})
    world.entire("rewind", "--to", step(world, "One 1"))
    assert world.file("shared.py").read_text() == "two\n"


def test_nothing_of_yours_is_touched_if_the_agent_left_it_alone(world: World) -> None:
    world.repo.write("before.txt", "1\n")
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    world.repo.write("between.txt", "1\n")
    world.repo.write("before.txt", "2\n")
    agent.turn("Second", {"a.py": "2\n"})
    world.repo.write("between.txt", "2\n")
    planned = json.loads(world.entire("rewind", "--to", step(world, "First"), "--dry-run", "--json"))
    assert (planned["restore"], planned["delete"]) == (["a.py"], [])
    assert [kept["path"] for kept in planned["keep"]] == ["before.txt", "between.txt"]
