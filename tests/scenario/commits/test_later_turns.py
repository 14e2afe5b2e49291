"""A commit that waits while the next turn begins: its checkpoint has its own turn, nothing of the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.commits.test_healing import NO_TIME, customized, waiting
from tests.scenario.commits.waiting import is_stored, promised
from tests.scenario.world import World

NO_BACKGROUND = f"{NO_TIME}\nelse:\n    sys.exit(0)\n"


@pytest.mark.parametrize("when", ["in the turn", "after the turn", "after another turn"])
def test_a_commit_does_not_get_what_was_done_after_it(world: World, tmp_path: Path, when: str) -> None:
    agent = world.agent()
    (first,) = waiting(world, agent, "one")
    state = world.state(agent.session_id)
    assert state is not None
    with customized(world, tmp_path, NO_BACKGROUND):
        agent.prompt("Write four")
        agent.write("four.py", "4\n")
        agent.say("Done.")
        if when != "in the turn":
            agent.stop()
        if when == "after another turn":
            agent.turn("Write five", {"five.py": "5\n"})
    assert not is_stored(world, first)
    world.run("entire", "hooks", "detached", "continue")
    assert promised(world) == []
    kept = world.session(first)
    assert kept["files_touched"] == ["one.py"]
    assert kept["turn_id"] == state["turn_id"]
    assert world.stored(first, "prompt.txt").strip() == "Write one"
    assert kept["token_usage"]["api_call_count"] == 2  # a tool call and an answer
    assert "one.py" in world.transcript(first)
    assert "four.py" not in world.transcript(first)
    if when == "in the turn":
        agent.stop()
    assert "four.py" not in world.transcript(first)
    world.git("add", "--all")
    second = world.commit()
    later = world.session(second)
    assert "Write one" not in world.stored(second, "prompt.txt")
    assert "Write four" in world.stored(second, "prompt.txt")
    assert later["turn_id"] != state["turn_id"]
    assert later["token_usage"]["api_call_count"] == (4 if when == "after another turn" else 2)
    assert later["checkpoint_transcript_start"] > kept.get("checkpoint_transcript_start", 0)
    assert "four.py" in world.transcript(second)
    world.check_sound()


def test_commits_of_several_turns_each_get_their_own(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    checkpoints = waiting(world, agent, "one")
    with customized(world, tmp_path, NO_BACKGROUND):
        agent.turn("Write two", {"two.py": "2\n"})
        world.git("add", "two.py")
        checkpoints.append(world.commit())
        agent.turn("Write three", {"three.py": "3\n"})
    assert promised(world) == sorted(checkpoints)
    world.run("entire", "hooks", "detached", "continue")
    world.git("add", "three.py")
    checkpoints.append(world.commit())
    for checkpoint, name in zip(checkpoints, ("one", "two", "three"), strict=True):
        assert world.session(checkpoint)["files_touched"] == [f"{name}.py"]
        assert world.session(checkpoint)["token_usage"]["api_call_count"] == 2
        assert world.stored(checkpoint, "prompt.txt").strip() == f"Write {name}"
    assert len({world.session(checkpoint)["turn_id"] for checkpoint in checkpoints}) == 3
    world.check_sound()
