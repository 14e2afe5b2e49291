"""What a subagent did, and what was done for an item of the to-do list, are commits of their own."""

from __future__ import annotations

import json

from tests.scenario.auto_commit.conftest import status
from tests.scenario.world import World

TOOL = "toolu_01abcdefghijk"


def task(world: World, checkpoint: str, name: str) -> str:
    return world.show(f"{checkpoint[:2]}/{checkpoint[2:]}/tasks/{TOOL}/{name}")


def test_a_subagent(world: World) -> None:
    agent = world.agent()
    agent.prompt("Let somebody write one")
    agent.hook(
        "pre-task",
        tool_name="Agent",
        tool_use_id=TOOL,
        tool_input={"description": "Write one", "subagent_type": "general"},
    )
    agent.write("one.py", "1\n")
    agent.hook("post-task", tool_name="Agent", tool_use_id=TOOL, tool_response={"agentId": "abc"})
    assert world.git("log", "-1", "--format=%s") == f"Completed 'general' agent: Write one ({TOOL[:12]})"
    assert status(world) == []
    checkpoint = world.checkpoint()
    session = world.session(checkpoint)
    assert (session["is_task"], session["tool_use_id"]) == (True, TOOL)
    stored = json.loads(task(world, checkpoint, "checkpoint.json"))
    assert stored["tool_use_id"] == TOOL
    assert world.git(
        "log", "-1", "--format=%(trailers:key=Entire-Metadata-Task,valueonly)", "entire/checkpoints/v1"
    )
    assert world.root(checkpoint)["strategy"] == "auto-commit"

    agent.write("two.py", "2\n")
    agent.say("Done.")
    agent.stop()
    assert world.git("log", "-1", "--format=%s") == "Let somebody write one"
    assert world.git("show", "--format=", "--name-only", "HEAD") == "two.py"
    assert "is_task" not in world.session(world.checkpoint())
    assert "Done." in world.transcript(checkpoint), "completed when the turn ends"
    assert world.errors() == []


def test_the_to_do_list(world: World) -> None:
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    todos = {"todos": [{"content": "Write one", "status": "completed"}]}
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=TOOL, tool_input=todos)
    assert world.git("log", "-1", "--format=%s") == f"Write one ({TOOL[:12]})"
    checkpoint = world.checkpoint()
    stored = json.loads(task(world, checkpoint, f"checkpoints/001-{TOOL}.json"))
    assert (stored["type"], stored["data"]) == ("TodoWrite", todos)
    assert status(world) == []
    agent.write("two.py", "2\n")
    agent.stop()
    assert world.git("log", "-1", "--format=%s") == "Work through a list"
    assert status(world) == []


def test_a_subagent_that_changed_nothing(world: World) -> None:
    head = world.git("rev-parse", "HEAD")
    agent = world.agent()
    agent.prompt("Look around")
    agent.hook("pre-task", tool_name="Agent", tool_use_id=TOOL, tool_input={"description": "Look"})
    agent.hook("post-task", tool_name="Agent", tool_use_id=TOOL, tool_response={"agentId": "abc"})
    agent.stop()
    assert world.git("rev-parse", "HEAD") == head


def test_a_turn_whose_end_nobody_saw(world: World) -> None:
    """The session ends without a stop: its work is committed then."""
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.end()
    assert world.git("log", "-1", "--format=%s") == "Write one"
    assert status(world) == []
