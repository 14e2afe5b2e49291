"""A commit that the user's hook refused: when it is tried again, and who is told."""

from __future__ import annotations

import json

from tests.scenario.auto_commit.conftest import refuse_commits, status
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def counted(world: World) -> int:
    """How often the user's hook ran."""
    file = world.file(".git/runs")
    return len(file.read_text().splitlines()) if file.exists() else 0


def refuse(world: World) -> None:
    """A hook that refuses every commit without `ok.py`, and notes each of its runs."""
    hook = refuse_commits(world)
    hook.write_text("#!/bin/sh\necho run >> .git/runs\ntest -f ok.py || { echo lint failed >&2; exit 1; }\n")


def todo(agent: StandIn, number: int) -> str:
    todos = {"todos": [{"content": f"Item {number}", "status": "completed"}]}
    return agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=f"toolu_{number:018}", tool_input=todos)


def task(agent: StandIn, number: int) -> str:
    known = {"tool_name": "Agent", "tool_use_id": f"toolu_{number:018}"}
    agent.hook("pre-task", **known, tool_input={"description": "Look"})
    return agent.hook("post-task", **known, tool_response={"agentId": f"abc{number}"})


def test_it_is_not_tried_again_with_each_item(world: World) -> None:
    refuse(world)
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    assert "lint failed" in todo(agent, 1)
    assert [todo(agent, 2), todo(agent, 3), task(agent, 4), task(agent, 5)] == [""] * 4
    assert counted(world) == 1, "nothing changed since"
    said = agent.hook("stop")
    assert counted(world) == 2, "the end of the turn tries again"
    assert said == "", "said once"
    agent.end()
    assert counted(world) == 2
    assert status(world) == ["?? one.py"]
    assert world.shadows()


def test_it_is_tried_again_when_the_agent_changed_something(world: World) -> None:
    refuse(world)
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    todo(agent, 1)
    agent.write("ok.py", "ok\n")
    assert todo(agent, 2) == ""
    assert counted(world) == 2
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["ok.py", "one.py"]
    agent.prompt("Next")
    assert agent.hook("stop") == ""
    assert status(world) == []


def test_what_was_committed_in_the_end_is_not_told_as_refused(world: World) -> None:
    """The agent hears of refused commits with the next prompt, unless a later try succeeded."""
    refuse(world)
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    todo(agent, 1)
    agent.write("ok.py", "ok\n")
    agent.stop()
    assert status(world) == []
    assert agent.hook("user-prompt-submit", prompt="Next") == ""


def test_another_complaint_is_said(world: World) -> None:
    refuse(world)
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    assert "lint failed" in todo(agent, 1)
    refuse_commits(world, "tests failed")
    assert "tests failed" in agent.hook("stop")


def test_a_complaint_in_color(world: World) -> None:
    refuse_commits(world, "\"$(printf '\\033[1;31mred\\033[0m\\007')\"")
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    assert json.loads(agent.hook("stop"))["systemMessage"].splitlines()[1:] == ["red"]


def test_each_turn_says_it(world: World) -> None:
    refuse(world)
    agent = world.agent()
    for number in range(2):
        agent.prompt("Again")
        agent.write("one.py", f"{number}\n")
        assert "lint failed" in agent.hook("stop")
    agent.prompt("What is this?")
    assert "lint failed" in agent.hook("stop"), "a turn that changed nothing tries again"
    assert counted(world) == 3


def test_a_merge_is_mentioned_at_the_end_of_the_turn_only(world: World) -> None:
    agent = world.agent()
    agent.prompt("Work through a list")
    agent.write("one.py", "1\n")
    world.file(".git/MERGE_HEAD").write_text(world.git("rev-parse", "HEAD") + "\n")
    assert [todo(agent, 1), task(agent, 2)] == ["", ""]
    assert "middle of a merge" in agent.hook("stop")
