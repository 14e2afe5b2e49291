"""The agent's transcript is gone when the commit comes: what either program stored of it is used."""

from __future__ import annotations

import os
import shutil

import pytest
from tests.scenario.interop.reference import Reference
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"


def agent_of(world: World, program: str) -> StandIn:
    return Reference(world) if program == "reference" else world.agent()


def commit(world: World) -> str:
    world.git("add", "one.py")
    found = world.commit_at_terminal()
    assert found
    return found


def lose(world: World, agent: StandIn, *, copy: bool) -> None:
    os.unlink(agent.transcript)
    if copy:
        shutil.rmtree(world.file(f".entire/metadata/{agent.session_id}"))


@pytest.mark.parametrize("copy", [False, True], ids=["transcript", "transcript and copy"])
@pytest.mark.parametrize("program", ["ours", "reference"])
def test_a_step_has_the_conversation(world: World, program: str, copy: bool) -> None:
    agent = agent_of(world, program)
    agent.turn("Write one", {"one.py": "one = 1\n"}, f"It is written with {SECRET}.")
    lose(world, agent, copy=copy)
    checkpoint = commit(world)
    assert "It is written with" in world.transcript(checkpoint)
    assert SECRET not in world.transcript(checkpoint)
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert world.session(checkpoint)["token_usage"]["output_tokens"] == 170
    assert not any(world.file(".entire/tmp").glob("recovered-*"))
    world.check_sound()


@pytest.mark.parametrize("program", ["ours", "reference"])
def test_a_transcript_that_comes_back_repeats_nothing(world: World, program: str) -> None:
    agent = agent_of(world, program)
    agent.turn("Write one", {"one.py": "one = 1\n"})
    os.rename(agent.transcript, agent.transcript + ".away")
    shutil.rmtree(world.file(f".entire/metadata/{agent.session_id}"))
    first = commit(world)
    os.rename(agent.transcript + ".away", agent.transcript)
    ours = world.agent(agent.session_id)
    ours.turn("Write two", {"one.py": "one = 1\ntwo = 2\n"})
    second = commit(world)
    assert world.stored(second, "prompt.txt") == "Write two"
    assert world.transcript(second).count("Write one") == world.transcript(first).count("Write one")
    assert world.session(second)["token_usage"]["output_tokens"] == 170


@pytest.mark.parametrize("program", ["ours", "reference"])
def test_with_nothing_left_the_prompts_are_kept(world: World, program: str) -> None:
    agent = agent_of(world, program)
    agent.turn("Write one", {"one.py": "one = 1\n"})
    lose(world, agent, copy=True)
    for shadow in world.shadows():
        world.git("branch", "-D", shadow)
    said = world.entire("status")
    assert f"the transcript of session {agent.session_id} is gone" in said
    checkpoint = commit(world)
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert any("transcript is gone" in row["msg"] for row in world.log())


def test_status_says_nothing_while_a_copy_is_left(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "one = 1\n"})
    lose(world, agent, copy=True)
    assert "is gone" not in world.entire("status")
