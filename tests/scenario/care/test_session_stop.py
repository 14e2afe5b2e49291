"""`entire session stop`: an agent that is gone leaves nothing behind that a commit would miss."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import on_terminal
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def phase(world: World, agent: StandIn) -> str:
    state = world.state(agent.session_id)
    assert state is not None
    return str(state["phase"])


def test_the_work_of_an_open_turn_is_saved(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    out = world.entire("session", "stop", agent.session_id[:8])
    assert out == (
        f"Stopped {agent.session_id[:8]} (Claude Code).\n"
        "1 file in 1 step not committed yet: commits there will still be linked.\n"
    )
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["files_touched"], state["checkpoint_count"]) == ("ended", ["one.py"], 1)
    assert state["ended_at"]
    assert (
        world.entire("session", "stop", agent.session_id)
        == f"Session {agent.session_id[:8]} has already ended.\n"
    )
    assert world.entire("session", "stop") == "No open sessions.\n"
    world.git("add", "one.py")
    checkpoint = world.commit_at_terminal()
    assert world.root(checkpoint)["files_touched"] == ["one.py"]
    assert [row["msg"] for row in world.log() if row.get("event") == "SessionStop"] == ["phase transition"]
    world.check_sound()


def test_an_agent_that_goes_on_after_all(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.entire("session", "stop").startswith(f"Stopped {agent.session_id[:8]}")  # the only one
    agent.turn("Write two", {"two.py": "2\n"})
    assert phase(world, agent) == "idle"
    world.git("add", "-A")
    assert world.root(world.commit())["files_touched"] == ["one.py", "two.py"]
    world.check_sound()


def test_in_another_worktree(world: World, tmp_path: Path) -> None:
    side = tmp_path / "side"
    world.git("worktree", "add", "--quiet", "-b", "side", str(side))
    agent = StandIn(str(side), world.env)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    assert "1 file in 1 step" in world.entire("session", "stop", agent.session_id)
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["worktree_id"], state["files_touched"], state["phase"]) == ("side", ["one.py"], "ended")
    world.git("add", "one.py", cwd=side)
    world.git("commit", "--quiet", "-m", "work", cwd=side)
    assert world.checkpoint("side")


def test_a_worktree_that_is_gone(world: World, tmp_path: Path) -> None:
    side = tmp_path / "side"
    world.git("worktree", "add", "--quiet", "-b", "side", str(side))
    agent = StandIn(str(side), world.env)
    agent.prompt("Write one")
    shutil.rmtree(side)
    out = world.entire("session", "stop", agent.session_id)
    assert out == (
        f"Stopped {agent.session_id[:8]} (Claude Code).\n"
        f"Its work tree was removed, with the changes of the open turn: {side}\n"
    )
    assert phase(world, agent) == "ended"


@pytest.fixture
def two(world: World) -> tuple[StandIn, StandIn]:
    agents = world.agent("aaaaaaaa-1"), world.agent("bbbbbbbb-1")
    for agent in agents:
        agent.turn("Hello", {f"{agent.session_id}.py": "1\n"})
    return agents


def test_several_and_nobody_to_ask(world: World, two: tuple[StandIn, StandIn]) -> None:
    done = world.run("entire", "session", "stop", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("entire: 2 open sessions: pass an ID\nhint: one of\n  ○ bbbbbbbb")
    assert [phase(world, agent) for agent in two] == ["idle", "idle"]


@pytest.mark.parametrize(
    ("accessible", "answer", "said", "phases"),
    [
        ("", "\x1b[B\r", "Stopped aaaaaaaa (Claude Code).", ["ended", "idle"]),
        ("", "q", "Cancelled. Nothing changed.", ["idle", "idle"]),
        ("1", "2\n", "Stopped aaaaaaaa (Claude Code).", ["ended", "idle"]),
    ],
)
def test_several_and_one_is_chosen(
    world: World, two: tuple[StandIn, StandIn], accessible: str, answer: str, said: str, phases: list[str]
) -> None:
    wait_for = "Number" if accessible else "aaaaaaaa"
    shown = on_terminal(
        world.repo.path, "session", "stop", answers=[(wait_for, answer)], ACCESSIBLE=accessible
    )
    assert "Stop which session?" in shown
    assert said in shown
    assert [phase(world, agent) for agent in two] == phases


def test_the_ways_out(world: World, two: tuple[StandIn, StandIn]) -> None:
    """Ctrl-C at the question changes nothing."""
    on_terminal(world.repo.path, "session", "stop", answers=[("aaaaaaaa", "\x03")])
    assert [phase(world, agent) for agent in two] == ["idle", "idle"]
