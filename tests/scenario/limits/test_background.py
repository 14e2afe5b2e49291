"""A job in the background that takes too long: the lock is free again, and what it started has ended."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.commits.waiting import promised
from tests.scenario.limits.limited import gone, limit, running
from tests.scenario.limits.test_time_limits import GUARD_SECONDS, mend
from tests.scenario.world import BRANCH, World

from entire.cli.commands.demo.stand_in import StandIn

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are found in /proc")


def until(holds: Callable[[], object]) -> None:
    last = time.monotonic() + GUARD_SECONDS
    while not holds():
        assert time.monotonic() < last
        time.sleep(0.02)


def stopped(world: World) -> list[str]:
    return [row["error"] for row in world.errors() if row["msg"] == "job stopped"]


def commit_that_hangs(world: World, mark: str) -> tuple[StandIn, str]:
    """A commit whose checkpoint needs a file that cannot be stored now: the session and the checkpoint."""
    world.git("config", "filter.slow.clean", "cat")
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.slow": "2\n"})
    world.git("add", "one.py")
    world.git("config", "filter.slow.clean", f"sleep {mark}; cat")
    world.file("two.slow").write_text("2, and more\n")
    checkpoint = world.commit()
    assert checkpoint
    return agent, checkpoint


def check_the_next_event_completes_it(world: World, agent: StandIn, checkpoint: str) -> None:
    assert checkpoint in promised(world)
    mend(world)
    agent.prompt("Go on")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.touched(agent) == ["two.slow"]
    assert promised(world) == []


def test_a_commit_that_hangs_in_the_background(hasty: World, mark: str) -> None:
    limit(hasty, background_seconds=2, commit_seconds=30, stop_seconds=30, prompt_seconds=30)
    agent, checkpoint = commit_that_hangs(hasty, mark)
    until(lambda: stopped(hasty))
    [error] = stopped(hasty)
    assert "longer than 2 s" in error
    assert gone(mark)
    check_the_next_event_completes_it(hasty, agent, checkpoint)


def test_what_a_job_started_ends_with_it(hasty: World, mark: str, tmp_path: Path) -> None:
    """As when the machine is shut down."""
    calls = Calls(hasty, tmp_path, without="hooks detached")
    agent, checkpoint = commit_that_hangs(hasty, mark)
    job = subprocess.Popen([calls.real, "hooks", "detached", "commits"], cwd=hasty.repo.path, env=hasty.env)
    until(lambda: running(mark))
    job.send_signal(signal.SIGTERM)
    assert job.wait(GUARD_SECONDS) == 0
    assert gone(mark)
    check_the_next_event_completes_it(hasty, agent, checkpoint)


@pytest.mark.parametrize("job", ["commits", "continue"])
def test_hooks_have_their_turn_while_many_commits_wait(hasty: World, tmp_path: Path, job: str) -> None:
    """The lock is free after each commit."""
    calls = Calls(hasty, tmp_path, without="hooks detached")
    names = [f"{number}.py" for number in range(4)]
    hasty.agent().turn("Write them", dict.fromkeys(names, "1\n"))
    made = []
    for name in names:
        hasty.git("add", name)
        made.append(hasty.commit())
    hasty.run(calls.real, "hooks", "detached", job)
    assert promised(hasty) == []
    assert [hasty.session(id)["files_touched"] for id in made] == [[name] for name in names]
    later = [row for row in hasty.log() if row["msg"] == "commits are completed later"]
    assert [row["commits"] for row in later] == [3, 2, 1]


def test_a_commit_that_fails_is_not_overtaken(hasty: World, tmp_path: Path) -> None:
    """The lock was free in between, but the order of a session's commits counts."""
    calls = Calls(hasty, tmp_path, without="hooks detached")
    hasty.agent().turn("Write them", {"one.py": "1\n", "two.py": "2\n"})
    made = []
    for name in ("one.py", "two.py"):
        hasty.git("add", name)
        made.append(hasty.commit())
    hasty.env["ENTIRE_FAULT"] = f"tmp_obj_:ENOSPC:{tmp_path / 'effects'}"
    hasty.run(calls.real, "hooks", "detached", "commits")
    del hasty.env["ENTIRE_FAULT"]
    assert promised(hasty) == sorted([*made, *(f"{id}.commit" for id in made)])
    hasty.run(calls.real, "hooks", "detached", "commits")
    assert promised(hasty) == []
    written = hasty.git("log", "--reverse", "--format=%s", BRANCH)
    assert 0 < written.index(made[0]) < written.index(made[1])


def test_a_long_transcript_goes_on(hasty: World, tmp_path: Path) -> None:
    """Each portion has a limit, not all of them together."""
    calls = Calls(hasty, tmp_path, without="hooks detached")
    agent = hasty.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    for number in range(40):
        agent.say(f"{number} " + "some words of the agent " * 8000)
    limit(hasty, portion_mb=1, stop_seconds=30, commit_seconds=30, prompt_seconds=30, background_seconds=1)
    agent.say("Done.")
    agent.stop()
    hasty.git("add", "one.py")
    checkpoint = hasty.commit()
    hasty.run(calls.real, "hooks", "detached", "commits")
    until(lambda: "Done." in hasty.transcript(checkpoint))  # another job may have begun to read it
    assert stopped(hasty) == []
    assert promised(hasty) == []
