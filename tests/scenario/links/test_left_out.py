"""What an agent's own commit leaves out, and a person commits later, has the prompts that wrote it."""

from __future__ import annotations

import json

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def commit_in_turn(
    world: World, agent: StandIn, *, by_command: bool = False, interrupted: bool = False
) -> str:
    """A turn that writes two files and commits one of them."""
    agent.prompt("Write A and B")
    agent.write("a.py", "a = 1\n")
    if by_command:
        agent.shell("echo 'b = 2' > b.py")
    else:
        agent.write("b.py", "b = 2\n")
    agent.shell("git add a.py && git commit --quiet -m A")
    agent.say("Written.")
    if not interrupted:
        agent.stop()
    return world.checkpoint()


def prompts(world: World, checkpoint: str) -> list[str]:
    return world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n")


@pytest.mark.parametrize("by_command", [False, True])
def test_the_rest_of_a_turn(world: World, by_command: bool) -> None:
    agent = world.agent()
    first = commit_in_turn(world, agent, by_command=by_command)
    world.git("add", "-A")
    second = world.commit_at_terminal()
    assert prompts(world, first) == prompts(world, second) == ["Write A and B"]
    assert world.session(second)["files_touched"] == ["b.py"]
    shown = json.loads(world.entire("explain", second, "--json"))
    assert shown["sessions"][0]["entries"][0]["text"] == "Write A and B"
    assert "(no prompt)" not in world.entire("explain", second)


def test_with_another_prompt_in_between(world: World) -> None:
    agent = world.agent()
    agent.turn("Look around", {})
    commit_in_turn(world, agent)
    agent.turn("Write C", {"c.py": "c = 3\n"})
    world.git("add", "-A")
    assert prompts(world, world.commit_at_terminal()) == ["Write A and B", "Write C"]


def test_only_what_came_later(world: World) -> None:
    """Once the rest is committed, the next checkpoint starts after it."""
    agent = world.agent()
    commit_in_turn(world, agent)
    world.git("add", "-A")
    world.commit_at_terminal()
    agent.turn("Write C", {"c.py": "c = 3\n"})
    world.git("add", "-A")
    assert prompts(world, world.commit_at_terminal()) == ["Write C"]


def test_tokens_are_counted_once(world: World) -> None:
    agent = world.agent()
    first = commit_in_turn(world, agent)
    world.git("add", "-A")
    second = world.commit_at_terminal()
    counted = [world.session(id)["token_usage"]["output_tokens"] for id in (first, second)]
    assert sum(counted) == 85 * 4


@pytest.mark.parametrize("goes_on", [False, True])
def test_the_rest_of_an_interrupted_turn(world: World, goes_on: bool) -> None:
    agent = world.agent()
    agent.turn("Look around", {})
    commit_in_turn(world, agent, interrupted=True)
    if goes_on:
        agent.turn("Look again", {})
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert prompts(world, checkpoint)[0] == "Write A and B"
    lines = world.transcript(checkpoint).splitlines()
    assert "Write A and B" in lines[world.session(checkpoint)["checkpoint_transcript_start"]]


def test_the_old_name_of_a_moved_file_after_an_amend(world: World) -> None:
    """The commit has only the new name: it still waits for the deletion."""
    world.repo.write("old.py", "one = compute(1)\ntwo = compute(2)\n")
    world.repo.commit("old")
    agent = world.agent()
    agent.prompt("Give it a better name")
    agent.shell("mv old.py new.py")
    agent.say("Moved.")
    agent.stop()
    world.git("add", "new.py")
    world.commit()
    assert world.touched(agent) == ["old.py"]
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.touched(agent) == ["old.py"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["old.py"]
    assert world.shadows() == []
