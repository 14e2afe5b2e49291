"""`entire status` foresees what the next commit links: it asks the same decision."""

from __future__ import annotations

import json
import os
import time
from typing import Any

import pytest
from tests.scenario.world import World

from entire.core import clock

CODE = "def total(items, rate):\n    return sum(item.price * rate for item in items)\n"
OTHER = "# Shopping list\n- milk\n"


def forecast(world: World) -> list[str]:
    found = json.loads(world.entire("status", "--json"))["next_commit"]
    return list(found["paths"]) if found else []


def check(world: World, expected: list[str]) -> None:
    """The forecast is right: before and after staging, and for the commit itself."""
    before = world.git("count-objects")
    assert forecast(world) == expected
    assert world.git("count-objects") == before, "looking stores nothing"
    world.git("add", "-A")
    assert forecast(world) == expected
    checkpoint = world.commit_at_terminal()
    assert (world.session(checkpoint)["files_touched"] if checkpoint else []) == expected


def test_after_a_turn(world: World) -> None:
    world.agent().turn("Write it", {"one.py": CODE, "README.md": "# Another\n"})
    world.repo.write("mine.txt", OTHER)
    check(world, ["README.md", "one.py"])


@pytest.mark.parametrize("second", [False, True])
def test_during_a_turn_and_after_an_interrupt(world: World, second: bool) -> None:
    agent = world.agent()
    if second:
        agent.turn("Write one", {"one.py": CODE})
    agent.prompt("Write two")
    agent.write("two.py", CODE)
    world.repo.write("mine.txt", OTHER)
    check(world, ["one.py", "two.py"] if second else ["two.py"])


def test_after_a_plain_move(world: World) -> None:
    world.agent().turn("Write it", {"one.py": CODE})
    os.rename(world.file("one.py"), world.file("two.py"))
    check(world, ["two.py"])


def test_after_a_move_with_an_edit(world: World) -> None:
    world.agent().turn("Write it", {"one.py": CODE})
    os.rename(world.file("one.py"), world.file("two.py"))
    world.repo.write("two.py", CODE.replace("rate", "tax"))
    check(world, ["two.py"])


def test_replaced(world: World) -> None:
    world.agent().turn("Write it", {"one.py": CODE})
    world.repo.write("one.py", OTHER)
    check(world, [])


def test_only_what_is_staged(world: World) -> None:
    world.agent().turn("Write it", {"one.py": CODE, "two.py": CODE})
    world.git("add", "two.py")
    assert forecast(world) == ["two.py"]
    assert world.session(world.commit_at_terminal())["files_touched"] == ["two.py"]


def session(world: World) -> dict[str, Any]:
    [worktree] = json.loads(world.entire("status", "--json"))["worktrees"]
    [found] = worktree["sessions"]
    return dict(found)


def test_an_agent_that_died(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write it")
    agent.write("one.py", CODE)
    assert session(world)["working"] is True
    state = world.state(agent.session_id)
    assert state is not None
    path = world.file(f".git/entire-sessions/{agent.session_id}.json")
    path.write_text(json.dumps(state | {"last_interaction_time": clock.rfc3339(int(time.time()) - 5 * 3600)}))
    assert session(world)["working"] is True, "its transcript is new"
    os.utime(agent.transcript, (0, 0))
    assert session(world)["working"] is False
    assert session(world)["interrupted"] is True
    [row] = json.loads(world.entire("session", "list", "--json"))["sessions"]
    assert (row["phase"], row["interrupted"]) == ("active", True)
