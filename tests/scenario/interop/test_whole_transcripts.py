"""Our shadow branches hold a transcript that the reference can take whole: it reads the first file only."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

KIB = 1024


def turn(agent: StandIn, kib: int) -> None:
    """A turn with so much to read: lines of words, which nothing redacts."""
    agent.prompt("Write one")
    for number in range(kib // 8):
        agent.say(f"Part {number} of it. " + "some words of the agent. " * 320)
    agent.write("one.py", "one = 1\n")
    agent.say("Done.")
    agent.stop()


def stored(world: World, agent: StandIn) -> tuple[str, list[str]]:
    """The first file of the transcript on the shadow branch, and the names of all."""
    (shadow,) = world.shadows()
    folder = f".entire/metadata/{agent.session_id}/"
    names = [name for name in world.names(shadow) if name.startswith(folder + "full.jsonl")]
    return world.show(folder + "full.jsonl", shadow), names


@pytest.mark.parametrize("kib", [8, 160])
def test_a_step_has_a_transcript_in_one_file(world: World, kib: int) -> None:
    agent = world.agent()
    turn(agent, kib)
    text, names = stored(world, agent)
    assert text == Path(agent.transcript).read_text()
    assert len(names) == 1


def test_the_checkpoint_still_shares_its_segments(world: World) -> None:
    agent = world.agent()
    turn(agent, 160)
    world.git("add", "one.py")
    first = world.commit()
    agent.turn("Write two", {"two.py": "two = 2\n"})
    world.git("add", "two.py")
    second = world.commit()
    assert world.transcript(second) == Path(agent.transcript).read_text()

    def parts(id: str) -> list[str]:
        return world.git("ls-tree", f"entire/checkpoints/v1:{id[:2]}/{id[2:]}/0").splitlines()

    shared = [row for row in parts(first) if "full.jsonl" in row and row in parts(second)]
    assert shared


def test_a_long_one_is_in_one_file_when_the_session_has_ended(world: World) -> None:
    agent = world.agent()
    turn(agent, 400)
    text, names = stored(world, agent)
    assert len(names) > 1  # while it grows, a step costs what is new
    steps = world.steps(world.shadows()[0])
    agent.end()
    deadline = time.monotonic() + 60
    while len(names) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
        text, names = stored(world, agent)
    assert text == Path(agent.transcript).read_text()
    assert world.steps(world.shadows()[0]) == steps
    world.git("add", "one.py")
    checkpoint = world.commit_at_terminal()
    assert world.session(checkpoint)["initial_attribution"]["agent_percentage"] == 100
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert not world.shadows()
    world.check_sound()
