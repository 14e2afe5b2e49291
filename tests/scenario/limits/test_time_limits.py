"""Invariant I1: a hook that takes too long is stopped with all it started; a later event completes it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
from tests.scenario.limits.limited import (
    detached_jobs_done,
    gone,
    limit,
    nothing_in_the_background,
    running,
    unlimited,
)
from tests.scenario.world import BRANCH, World

from entire.cli.commands.demo.stand_in import StandIn

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are found in /proc")

GUARD_SECONDS = 60


def mend(world: World) -> None:
    world.git("config", "filter.slow.clean", "cat")
    unlimited(world)


def stopped(world: World) -> list[str]:
    return [row["hook"] for row in world.errors() if row["msg"] == "hook stopped"]


def last_limit(world: World) -> str:
    """How long the last hook that was stopped could take, as the log says it."""
    error: str = next(row["error"] for row in reversed(world.errors()) if row["msg"] == "hook stopped")
    return error.removeprefix("the hook was stopped: it took longer than ")


def test_a_stop_that_hangs(world: World, mark: str) -> None:
    agent = world.agent()
    agent.prompt("Write two files")
    agent.write("one.py", "1\n")
    agent.write("two.slow", "2\n")
    agent.say("Done.")
    limit(world, stop_seconds=1)
    agent.stop()
    assert stopped(world) == ["stop"]
    assert last_limit(world) == "1 s"
    assert gone(mark)
    assert "longer than 1 s" in world.entire("status")

    mend(world)
    agent.prompt("Go on")  # the next event saves the turn
    assert world.touched(agent) == ["one.py", "two.slow"]
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.slow"]
    assert "Write two files" in world.transcript(checkpoint)


def test_a_commit_that_hangs(world: World, mark: str) -> None:
    """What post-commit did not do is done at the next event; the commit itself is not held up."""
    world.git("config", "filter.slow.clean", "cat")
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.slow": "2\n"})
    world.git("add", "one.py")
    world.git("config", "filter.slow.clean", f"sleep {mark}; cat")
    limit(world, commit_seconds=3)
    world.file("two.slow").write_text("2, and more\n")
    checkpoint = world.commit()
    assert checkpoint
    assert stopped(world)[-1] == "post-commit"
    assert last_limit(world) == "3 s"
    assert gone(mark)

    mend(world)
    agent.prompt("Go on")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.touched(agent) == ["two.slow"]


def test_a_prompt_that_hangs(world: World, mark: str) -> None:
    """What a person changed meanwhile is stored, through the filter. The turn begins nevertheless."""
    world.git("config", "filter.slow.clean", "cat")
    agent = world.agent()
    agent.turn("Write it", {"two.slow": "2\n"})
    world.git("add", "-A")
    world.commit()
    world.git("config", "filter.slow.clean", f"sleep {mark}; cat")
    world.file("two.slow").write_text("2, and more\n")
    limit(world, prompt_seconds=3)
    agent.prompt("Write more")
    assert stopped(world) == ["user-prompt-submit"]
    assert last_limit(world) == "3 s"
    assert gone(mark)

    mend(world)
    agent.write("more.py", "1\n")
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["more.py"]


@pytest.mark.parametrize("verb", ["post-task", "post-todo"])
def test_a_tool_that_hangs(world: World, mark: str, verb: str) -> None:
    """Its step is lost, and that of the turn has all of its work."""
    agent = world.agent()
    agent.prompt("Write two files")
    task = {"tool_use_id": "toolu_1", "tool_name": "Task", "tool_input": {"description": "Write"}}
    todo = {"tool_name": "TodoWrite", "tool_input": {"todos": [{"content": "x", "status": "completed"}]}}
    agent.hook("pre-task", **task)
    agent.write("one.py", "1\n")
    agent.write("two.slow", "2\n")
    limit(world, prompt_seconds=3)
    agent.hook(verb, **(task | {"tool_response": {"agentId": "a1"}} if verb == "post-task" else task | todo))
    assert stopped(world) == [verb]
    assert last_limit(world) == "3 s"
    assert gone(mark)

    mend(world)
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["one.py", "two.slow"]


def test_a_push_that_hangs(world: World, mark: str, tmp_path: Path) -> None:
    """The hook completes a commit that waits. When that takes too long, the user's push goes on."""
    world.git("config", "filter.slow.clean", "cat")
    other = tmp_path / "other.git"
    world.git("init", "--quiet", "--bare", str(other))
    world.git("remote", "add", "origin", str(other))
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.slow": "2\n"})
    world.git("add", "one.py")
    world.git("config", "filter.slow.clean", f"sleep {mark}; cat")
    limit(world, commit_seconds=3, push_seconds=4)
    world.file("two.slow").write_text("2, and more\n")
    with nothing_in_the_background(world):
        checkpoint = world.commit()
        world.git("push", "--quiet", "origin", "HEAD:refs/heads/main")
    assert stopped(world)[-1] == "pre-push"
    assert last_limit(world) == "4 s"
    assert gone(mark)
    assert world.git("rev-parse", "main", cwd=other) == world.repo.head

    mend(world)
    assert detached_jobs_done(world)
    world.git("commit", "--quiet", "--allow-empty", "-m", "more")
    world.git("push", "--quiet", "origin", "HEAD:refs/heads/main")
    assert checkpoint[2:] in world.git("ls-tree", "-r", "--name-only", BRANCH, cwd=other)


def test_a_push_has_its_own_time(world: World, tmp_path: Path) -> None:
    """A remote that does not answer is given up before the hook is stopped."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    mark = f"600.{uuid.uuid4().int % 10**12}"  # seconds that no other process sleeps
    ssh = tmp_path / "ssh"
    ssh.write_text(f"#!/bin/sh\nexec sleep {mark}\n")
    ssh.chmod(0o755)
    world.git("remote", "add", "origin", "ssh://host.invalid/team/x.git")
    world.git("config", "core.sshCommand", str(ssh))
    limit(world, push_seconds=3)
    lines = f"refs/heads/main {world.repo.head} refs/heads/main {'0' * 40}\n"
    done = subprocess.run(
        ["entire", "hooks", "git", "pre-push", "origin"],
        input=lines, cwd=world.repo.path, env=world.env, check=True, text=True, capture_output=True,
        timeout=GUARD_SECONDS,
    )  # fmt: skip
    assert "no answer within" in done.stderr
    assert stopped(world) == []
    assert gone(mark)


def begin_stop(world: World, agent: StandIn, sign: str) -> subprocess.Popen[bytes]:
    """Start the hook, and wait until a process with this sign on its command line runs."""
    payload = {"session_id": agent.session_id, "transcript_path": agent.transcript}
    command = ["entire", "hooks", "claude-code", "stop"]
    hook = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=world.repo.path, env=world.env)
    assert hook.stdin is not None
    hook.stdin.write(json.dumps(payload).encode())
    hook.stdin.close()
    while not running(sign):
        assert hook.poll() is None
    return hook


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_what_a_hook_started_ends_with_it(world: World, mark: str, number: signal.Signals) -> None:
    """An agent that loses patience ends the hook's process, but knows nothing of what that one started."""
    agent = world.agent()
    agent.prompt("Write")
    agent.write("two.slow", "2\n")
    hook = begin_stop(world, agent, mark)
    hook.send_signal(number)
    code = hook.wait(GUARD_SECONDS)
    assert gone(mark)
    if number != signal.SIGINT:
        assert code == 0
        assert stopped(world) == ["stop"]


def test_what_a_killed_hook_started_ends_soon(world: World) -> None:
    """Git stores one file after the other, and stops when there is nobody to tell about it."""
    agent = world.agent()
    agent.prompt("Write")
    for number in range(6):
        world.file(f"{number}.bin").write_bytes(os.urandom(12 << 20))
    agent.use("Bash", command="make")
    hook = begin_stop(world, agent, f"--work-tree={world.repo.path} -c core.safecrlf=false hash-object")
    hook.kill()
    hook.wait(GUARD_SECONDS)
    assert gone(str(world.repo.path))
    stored = sum(file.stat().st_size for file in world.file(".git/objects").rglob("*") if file.is_file())
    assert stored < 50 << 20  # of 72 MB


HANG = """
from itertools import repeat
from entire.core import limits
from entire.hooks import watchdog
limits.configure({"limits": {"commit_seconds": 0.2}})
watchdog.start("commit")
try:
    sum(repeat(1, 10**15))  # one call into C, during which no handler runs
finally:
    print("not reached")
"""


def test_a_call_that_never_returns(world: World) -> None:
    """A handler in Python would wait for it; the second timer does not."""
    world.env.pop("ENTIRE_TIME_LIMIT")
    done = subprocess.run(
        [sys.executable, "-c", HANG], env=world.env, capture_output=True, timeout=GUARD_SECONDS, check=False
    )
    assert done.returncode == -signal.SIGPROF
    assert done.stdout == b""


@pytest.mark.parametrize("by", ["PROF", "KILL", "TERM"])
def test_git_goes_on_when_a_hook_dies(world: World, tmp_path: Path, by: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "entire").write_text(f"#!/bin/sh\nkill -{by} $$\n")
    (folder / "entire").chmod(0o755)
    world.env["PATH"] = f"{folder}:{world.env['PATH']}"
    assert world.commit() == ""
    world.git("init", "--quiet", "--bare", str(tmp_path / "other"))
    world.git("push", "--quiet", str(tmp_path / "other"), "HEAD:refs/heads/x")


def test_a_person_may_take_their_time(world: World) -> None:
    """The clock of a hook stands still while it waits for an answer."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    limit(world, commit_seconds=3)
    path = world.file(".entire/settings.local.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"commit_linking": "prompt"}))
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(world.repo.path)
        os.execvpe("git", ["git", "commit", "--quiet", "-m", "work"], world.env)
    seen = b""
    while b"[Y/n/always]" not in seen:
        seen += os.read(terminal, 1000)
    time.sleep(3.2)
    os.write(terminal, b"y\n")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert world.checkpoint()
