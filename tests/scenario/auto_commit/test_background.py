"""The agent does not wait for the checkpoint of its turn's commit: a process in the background writes it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from tests.scenario.world import World
from tests.support import Repo

from entire.core.lock import Lock

_LONG = 60.0  # seconds, for a busy machine


@pytest.fixture
def alone(hasty: World) -> Iterator[World]:
    """As if the processes in the background were killed: each finds that another one is at work."""
    with Lock(str(hasty.file(".git/entire-sessions/lock-continue"))):
        yield hasty


def waiting(world: World) -> list[str]:
    return os.listdir(world.file(".git/entire-sessions/promised"))


def stored(world: World) -> list[str]:
    names = world.run("git", "ls-tree", "-r", "--name-only", "entire/checkpoints/v1", check=False)
    return [name for name in names.stdout.splitlines() if name.endswith("/0/prompt.txt")]


def test_the_checkpoint_comes_by_itself(hasty: World) -> None:
    hasty.agent().turn("Write one.py", {"one.py": "1\n"})
    checkpoint = hasty.checkpoint()
    assert checkpoint
    until = time.monotonic() + _LONG
    while waiting(hasty) and time.monotonic() < until:
        time.sleep(0.05)
    assert hasty.stored(checkpoint, "prompt.txt") == "Write one.py"
    assert hasty.session(checkpoint)["strategy"] == "auto-commit"
    assert hasty.errors() == []


def test_what_the_background_left_is_completed_by_a_command(alone: World) -> None:
    alone.agent().turn("Write one.py", {"one.py": "1\n"})
    checkpoint = alone.checkpoint()
    assert (waiting(alone), stored(alone)) == ([checkpoint], [])
    assert "Write one.py" in alone.entire("explain", checkpoint)
    assert waiting(alone) == []


def test_what_the_background_left_is_completed_by_the_next_prompt(alone: World) -> None:
    agent = alone.agent()
    agent.turn("Write one.py", {"one.py": "1\n"})
    first = alone.checkpoint()
    agent.turn("Write two.py", {"two.py": "2\n"})
    assert waiting(alone) == [alone.checkpoint()]
    assert alone.stored(first, "prompt.txt") == "Write one.py"
    assert alone.session(first)["files_touched"] == ["one.py"]


def test_several_commits_of_a_turn(alone: World) -> None:
    """Each is made before the checkpoint of the one before is there."""
    agent = alone.agent()
    agent.prompt("Work through a list")
    for number in range(1, 4):
        agent.write(f"{number}.py", f"{number}\n")
        if number < 3:
            todos = {"todos": [{"content": f"Item {number}", "status": "completed"}]}
            agent.hook(
                "post-todo", tool_name="TodoWrite", tool_use_id=f"toolu_{number:018}", tool_input=todos
            )
    agent.say("Done.")
    agent.stop()
    ids = [alone.checkpoint(f"HEAD~{back}") for back in (2, 1, 0)]
    assert len({*ids, ""}) == 4
    assert alone.git("status", "--porcelain") == ""
    alone.entire("explain")
    assert waiting(alone) == []
    assert [alone.session(id)["files_touched"] for id in ids] == [["1.py"], ["2.py"], ["3.py"]]
    assert [alone.stored(id, "prompt.txt") for id in ids] == ["Work through a list"] * 3
    assert sum(alone.session(id)["token_usage"]["api_call_count"] for id in ids) == 4
    for number in range(1, 4):
        assert "Work through a list" in alone.entire("why", f"{number}.py:1")
    assert alone.shadows() == []
    assert alone.errors() == []


def test_a_session_that_is_stopped_by_hand(alone: World) -> None:
    agent = alone.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    assert "Its work is committed." in alone.entire("session", "stop")
    assert waiting(alone) == []


def test_a_hook_that_rewrites_the_message(alone: World) -> None:
    with alone.file(".git/hooks/commit-msg").open("a") as file:
        file.write('\necho "By a hook" > "$1"\n')
    alone.agent().turn("Write one.py", {"one.py": "1\n"})
    assert waiting(alone)
    assert "Write one.py" in alone.entire("explain", "HEAD")
    assert waiting(alone) == []


def test_what_the_background_left_goes_along_with_a_push(alone: World) -> None:
    remote = Repo.init(alone.repo.path.parent / "remote.git", "--bare")
    alone.git("remote", "add", "origin", str(remote.path))
    alone.agent().turn("Write one.py", {"one.py": "1\n"})
    alone.git("push", "--quiet", "origin", "HEAD")
    assert waiting(alone) == []
    assert remote.git("rev-parse", "entire/checkpoints/v1") == alone.git("rev-parse", "entire/checkpoints/v1")


def test_a_command_leaves_nothing(alone: World) -> None:
    """`entire session stop` commits the work of an open turn."""
    agent = alone.agent()
    agent.prompt("Write one.py")
    agent.write("one.py", "1\n")
    alone.entire("session", "stop", agent.session_id)
    assert waiting(alone) == []
    assert alone.stored(alone.checkpoint(), "prompt.txt") == "Write one.py"


@pytest.mark.parametrize("how", ["CI", "ENTIRE_SYNC", "synchronous"])
def test_the_checkpoint_is_there_at_once_if_it_must_be(alone: World, how: str) -> None:
    if how == "synchronous":
        alone.file(".entire/settings.local.json").write_text('{"strategy_options": {"synchronous": true}}')
    else:
        alone.env[how] = "true"
    alone.agent().turn("Write one.py", {"one.py": "1\n"})
    assert waiting(alone) == []
    assert alone.stored(alone.checkpoint(), "prompt.txt") == "Write one.py"
