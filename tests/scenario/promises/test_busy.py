"""A commit while another process of ours has the repository locked for longer than anybody may wait."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import is_stored, promised, sessions_dir
from tests.scenario.world import World

GUARD_SECONDS = 60  # it takes a moment, but a test must end


@contextmanager
def locked(world: World) -> Iterator[None]:
    descriptor = os.open(sessions_dir(world) / "lock", os.O_RDWR)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("at_terminal", [True, False])
def test_a_commit_of_a_session_that_waits(world: World, at_terminal: bool) -> None:
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    with locked(world):
        checkpoint = world.commit_at_terminal() if at_terminal else world.commit()
        assert checkpoint
        assert not is_stored(world, checkpoint)
        assert promised(world) == [checkpoint]
    agent.prompt("Go on")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.touched(agent) == ["two.py"]
    assert promised(world) == []


@pytest.mark.parametrize("at_terminal", [True, False])
def test_a_commit_during_a_turn(world: World, at_terminal: bool) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    copy = world.file(f".entire/metadata/{agent.session_id}/full.jsonl")
    world.git("add", "one.py")
    with locked(world):
        checkpoint = world.commit_at_terminal() if at_terminal else world.commit()
        assert not copy.exists()  # whoever has the lock may be writing it
    assert checkpoint
    agent.say("That was all.")
    agent.stop()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert promised(world) == []


def test_a_process_in_the_background_completes_it(world: World) -> None:
    """No event follows: a push right after the commit must not publish a trailer without its checkpoint."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with locked(world):
        checkpoint = world.commit()
    deadline = time.monotonic() + GUARD_SECONDS
    while promised(world) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert not world.errors()


def test_a_commit_without_work_of_a_session(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    with locked(world):
        assert world.commit() == ""
    assert promised(world) == []
