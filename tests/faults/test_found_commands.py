"""What fault injection has found in turns whose commands write files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.test_found import owners
from tests.scenario.world import World
from tools.clients import registry
from tools.clients.client import take_turn


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


@pytest.mark.parametrize(("command", "owner"), [("echo 3 > three.py", "unknown"), ("", "human")])
def test_files_of_commands_are_no_person_s_if_the_prompt_s_hook_was_killed(
    world: World, command: str, owner: str
) -> None:
    """Nobody knows whether a command wrote the file, unless there was none."""
    session = registry.session("claude-code", str(world.repo.path), world.env)
    session.start()
    take_turn(session, "Write one", {"one.py": "1\n"})
    session.asked("Write three")
    session.write("one.py", "2\n")
    if command:
        session.shell(command)
    world.repo.write("three.py", "3\n")
    session.say("Done.")
    session.stop()
    world.git("add", "--all")
    world.commit()
    assert owners(world, "three.py") == [owner]


def test_a_turn_that_begins_with_an_edit_which_the_transcript_has(world: World) -> None:
    """The prompt's hook was killed: what a person did to the file before is not known apart."""
    world.entire("enable", "--agent", "cursor")
    session = registry.session("cursor", str(world.repo.path), world.env)
    session.start()
    take_turn(session, "Write one", {"one.py": "1\n"})
    world.repo.write("one.py", "1\nmine\n")
    session.asked("Write three")
    session.write("one.py", "1\nmine\n3\n")
    session.say("Done.")
    session.stop()
    world.git("add", "--all")
    world.commit()
    assert owners(world, "one.py") == ["agent", "unknown", "unknown"]
    assert world.stored(world.checkpoint(), "prompt.txt").split("\n\n---\n\n") == ["Write one", "Write three"]
