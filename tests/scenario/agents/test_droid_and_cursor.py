"""Droid and Cursor through the real hooks, where they report no prompt."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.agents.players import Cursor, Droid, enabled
from tests.scenario.world import World


def commit(world: World) -> str:
    world.git("add", "-A")
    return world.commit()


@pytest.fixture
def droids(tmp_path: Path) -> World:
    return enabled(tmp_path, "factoryai-droid")


def tokens(world: World, checkpoint: str) -> tuple[int, int, int]:
    used = world.session(checkpoint)["token_usage"]
    return used["input_tokens"], used["output_tokens"], used["api_call_count"]


def test_a_headless_turn_begins_with_its_session(droids: World) -> None:
    """What was there before is not the agent's, and a commit inside the turn is linked."""
    droids.repo.write("mine.txt", "mine\n")
    agent = Droid(droids)
    agent.start("Write one and commit")
    state = droids.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["last_prompt"]) == ("active", "Write one and commit")
    agent.ask("Write one and commit")
    agent.create("one.py", "1\n")
    checkpoint = commit(droids)
    assert tokens(droids, checkpoint) == (20, 10, 1)
    agent.use("Execute", command="git commit")
    agent.stop()
    agent.hook("session-end", reason="other")
    assert droids.stored(checkpoint, "prompt.txt") == "Write one and commit"
    session = droids.session(checkpoint)
    assert (session["agent"], session["model"]) == ("Factory AI Droid", "model-1")
    assert session["files_touched"] == ["one.py"]
    assert tokens(droids, checkpoint) == (60, 30, 3)
    droids.check_sound()


def test_each_checkpoint_has_the_tokens_of_its_turns(droids: World) -> None:
    """The client counts the whole session."""
    agent = Droid(droids, headless=False)
    agent.start("New session")
    assert droids.state(agent.session_id) is None
    checkpoints = []
    for name in ("one", "two"):
        agent.ask(f"Write {name}")
        agent.create(f"{name}.py", f"{name}\n")
        agent.stop()
        checkpoints.append(commit(droids))
    assert agent.used == 40
    assert [tokens(droids, checkpoint) for checkpoint in checkpoints] == [(40, 20, 2), (40, 20, 2)]
    assert droids.stored(checkpoints[1], "prompt.txt") == "Write two"
    droids.check_sound()


@pytest.fixture
def cursors(tmp_path: Path) -> World:
    return enabled(tmp_path, "cursor")


def test_a_turn_in_the_editor(cursors: World) -> None:
    agent = Cursor(cursors)
    agent.hook("session-start", session_id=agent.session_id)
    agent.hook("before-submit-prompt", prompt="Write one")
    agent.ask("Write one")
    agent.write("one.py", "1\n")
    agent.waiting.append({"type": "turn_ended", "status": "success"})
    agent.flush()
    agent.hook("stop", status="completed")
    (shadow,) = cursors.shadows()
    assert cursors.steps(shadow) == ["Write one"]
    checkpoint = commit(cursors)
    session = cursors.session(checkpoint)
    assert (session["agent"], session["model"]) == ("Cursor", "model-1")
    assert session["files_touched"] == ["one.py"]
    assert cursors.stored(checkpoint, "prompt.txt") == "Write one"
    cursors.check_sound()


def test_a_headless_turn_begins_with_its_first_edit(cursors: World) -> None:
    """`cursor-agent -p` reports neither prompt nor stop; its commits are linked nevertheless."""
    cursors.repo.write("mine.txt", "mine\n")
    agent = Cursor(cursors)
    agent.hook("session-start", session_id=agent.session_id)
    agent.ask("Write one, then two")
    agent.write("one.py", "1\n")
    state = cursors.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "active"
    turn = state["turn_id"]
    agent.flush()
    inside = commit(cursors)
    agent.write("two.py", "2\n")
    state = cursors.state(agent.session_id)
    assert state is not None
    assert state["turn_id"] == turn
    agent.flush()
    agent.hook("session-end", session_id=agent.session_id, reason="completed")
    after = commit(cursors)
    assert cursors.session(inside)["files_touched"] == ["one.py"]
    assert cursors.session(after)["files_touched"] == ["two.py"]
    assert cursors.stored(inside, "prompt.txt") == "Write one, then two"
    cursors.check_sound()
