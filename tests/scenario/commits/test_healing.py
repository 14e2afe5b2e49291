"""Commits that wait for their checkpoint are completed without delaying the event that finds them."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tests.scenario.commits.test_crashes import killing_git
from tests.scenario.commits.waiting import is_stored, promised, sessions_dir, without_hook
from tests.scenario.limits.limited import detached_jobs_done, limit
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

GUARD_SECONDS = 60
CHANGES_OF_COMMIT = "--no-commit-id"  # a commit is completed: git says what it changes
NO_TIME = """
import sys
if "detached" not in sys.argv:
    from entire.core import limits
    limits.may_heal = lambda done=0: False
"""
COUNT_LOCKS = """
import sys
def note(event, arguments):
    if event == "open" and str(arguments[0]).endswith("/entire-sessions/lock"):
        with open({path!r}, "a") as file:
            print("x", file=file)
sys.addaudithook(note)
"""


def waiting(world: World, agent: StandIn, *names: str) -> list[str]:
    """Commits of a session that have no checkpoint yet: post-commit did not run."""
    checkpoints = []
    for name in names:
        agent.turn(f"Write {name}", {f"{name}.py": f"{name}\n"})
    with without_hook(world, "post-commit"), kept_promises(world):
        for name in names:
            world.git("add", f"{name}.py")
            checkpoints.append(world.commit())
    assert promised(world) == sorted(checkpoints)
    assert not any(is_stored(world, checkpoint) for checkpoint in checkpoints)
    return checkpoints


@contextmanager
def kept_promises(world: World) -> Iterator[None]:
    """Hooks in this block find no promise; afterwards all of them are there."""
    folder = sessions_dir(world) / "promised"
    aside = folder.with_name("aside")
    aside.mkdir()
    hook = world.repo.path / ".git" / "hooks" / "commit-msg"  # runs after prepare-commit-msg
    text = hook.read_text()
    hook.write_text(f"#!/bin/sh\nmv '{folder}'/* '{aside}'/ 2>/dev/null || :\n")
    try:
        yield
    finally:
        hook.write_text(text)
        for path in aside.iterdir():
            path.rename(folder / path.name)
        aside.rmdir()


@contextmanager
def first_on_path(world: World, folder: Path) -> Iterator[None]:
    before = world.env["PATH"]
    world.env["PATH"] = f"{folder}{os.pathsep}{before}"
    try:
        yield
    finally:
        world.env["PATH"] = before


@contextmanager
def customized(world: World, tmp_path: Path, text: str) -> Iterator[None]:
    """Our command, in an interpreter that runs this first."""
    folder = tmp_path / "custom"
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(text)
    world.env["PYTHONPATH"] = str(folder)
    try:
        yield
    finally:
        del world.env["PYTHONPATH"]


def completed(world: World) -> bool:
    """Whether a process in the background completes everything."""
    deadline = time.monotonic() + GUARD_SECONDS
    while promised(world) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not promised(world) and detached_jobs_done(world)


@pytest.mark.parametrize("event", ["session", "prompt", "stop"])
def test_an_event_is_recorded_before_commits_of_others_are_completed(
    world: World, tmp_path: Path, event: str
) -> None:
    """The hook is killed while it completes the commit that waits."""
    agent, other = world.agent(), world.agent()
    other.start()
    if event == "stop":
        other.prompt("Write other")
        other.write("other.py", "other\n")
    else:
        other.turn("Look", {})
        other.end()
    (checkpoint,) = waiting(world, agent, "one")
    done = killing_git(world, tmp_path, CHANGES_OF_COMMIT)
    with first_on_path(world, done.parent), suppress(subprocess.CalledProcessError):
        if event == "session":
            other.start()
        elif event == "prompt":
            other.prompt("Go on")
        else:
            other.say("Done.")
            other.stop()
    assert done.exists()
    assert not is_stored(world, checkpoint)
    state = world.state(other.session_id)
    assert state is not None
    assert state["phase"] == {"session": "idle", "prompt": "active", "stop": "idle"}[event]
    if event == "stop":
        assert world.touched(other) == ["other.py"]
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


def test_a_commit_is_linked_before_commits_of_other_files_are_completed(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write two", {"two.py": "2\n"})
    (checkpoint,) = waiting(world, agent, "one")
    world.git("add", "two.py")
    message = world.repo.write(".git/COMMIT_EDITMSG", "two\n")
    done = killing_git(world, tmp_path, CHANGES_OF_COMMIT)
    with first_on_path(world, done.parent):
        world.run("entire", "hooks", "git", "prepare-commit-msg", str(message), "message", check=False)
    assert "Entire-Checkpoint: " in message.read_text()
    assert not is_stored(world, checkpoint)


def test_a_commit_is_condensed_before_commits_of_others_are_completed(world: World, tmp_path: Path) -> None:
    agent, other = world.agent(), world.agent()
    other.turn("Write other", {"other.py": "1\n"})
    agent.turn("Write one", {"one.py": "1\n"})
    with without_hook(world, "post-commit"), kept_promises(world):
        world.git("add", "one.py")
        first = world.commit()
        world.git("add", "other.py")
        second = world.commit()
    done = killing_git(world, tmp_path, CHANGES_OF_COMMIT, 2)
    with first_on_path(world, done.parent):
        world.run("entire", "hooks", "git", "post-commit", check=False)
    assert done.exists()
    assert world.session(second)["files_touched"] == ["other.py"]
    assert promised(world) == [first]
    world.agent().start()
    assert world.session(first)["files_touched"] == ["one.py"]


def test_commits_of_one_session_are_completed_in_their_order(world: World, tmp_path: Path) -> None:
    """There is no time for the first one: the second waits, too, and the background completes both."""
    agent = world.agent()
    agent.turn("Write four", {"four.py": "4\n"})
    checkpoints = waiting(world, agent, "one", "two", "three")
    world.git("add", "four.py")
    with customized(world, tmp_path, NO_TIME):
        last = world.commit()
        assert last
        assert completed(world)
    for checkpoint, name in zip([*checkpoints, last], ("one", "two", "three", "four"), strict=True):
        assert world.session(checkpoint)["files_touched"] == [f"{name}.py"]
    order = world.git("log", "--reverse", "--format=%s", "--grep=^Checkpoint", "entire/checkpoints/v1")
    assert [line.split()[-1] for line in order.splitlines()] == [*checkpoints, last]
    assert world.touched(agent) == []
    world.check_sound()


@pytest.mark.parametrize("event", ["prompt", "session", "stop"])
def test_what_there_is_no_time_for_is_left_to_the_background(
    world: World, tmp_path: Path, event: str
) -> None:
    agent = world.agent()
    checkpoints = waiting(world, agent, "one", "two", "three")
    with customized(world, tmp_path, NO_TIME):
        if event == "prompt":
            agent.prompt("Write four")
        elif event == "session":
            world.agent().start()
        else:
            agent.prompt("Write four")
            agent.write("four.py", "4\n")
            agent.stop()
        if event == "prompt":  # the agent works while the background does
            agent.write("four.py", "4\n")
        assert completed(world)
    if event == "prompt":
        agent.stop()
    elif event == "session":
        agent.turn("Write four", {"four.py": "4\n"})
    for checkpoint, name in zip(checkpoints, ("one", "two", "three"), strict=True):
        assert world.session(checkpoint)["files_touched"] == [f"{name}.py"]
        assert "four.py" not in world.transcript(checkpoint)  # a later turn's
        assert "four" not in world.stored(checkpoint, "prompt.txt")
    assert world.touched(agent) == ["four.py"]
    world.git("add", "four.py")
    assert world.session(world.commit())["files_touched"] == ["four.py"]
    assert world.touched(agent) == []
    assert world.shadows() == []
    world.check_sound()


def slow_git(world: World, tmp_path: Path, command: str, seconds: float) -> Path:
    """A git that sleeps before a command, as long as a file is there. Returns that file."""
    folder = tmp_path / "slow"
    folder.mkdir()
    real, slow = shutil.which("git", path=world.env["PATH"]), folder / "is-slow"
    slow.touch()
    (folder / "git").write_text(
        f"""#!/bin/sh
case " $* " in *" {command} "*) [ -e "{slow}" ] && sleep {seconds} ;; esac
exec "{real}" "$@"
"""
    )
    (folder / "git").chmod(0o755)
    return slow


def test_a_prompt_is_recorded_while_commits_take_their_time(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    checkpoints = waiting(world, agent, "one", "two", "three", "four")
    slow = slow_git(world, tmp_path, "--no-commit-id", 1.8)
    limit(world, prompt_seconds=3.5)
    with first_on_path(world, slow.parent):
        agent.prompt("Go on")
        slow.unlink()
        assert not [row for row in world.errors() if row["msg"] == "hook stopped"]
        state = world.state(agent.session_id)
        assert state is not None
        assert state["phase"] == "active"
        assert is_stored(world, checkpoints[0])
        assert completed(world)
    assert all(is_stored(world, checkpoint) for checkpoint in checkpoints)


# The process in the background


def test_the_background_releases_the_lock_after_each_commit(world: World, tmp_path: Path) -> None:
    checkpoints = waiting(world, world.agent(), "one", "two", "three")
    counted = tmp_path / "locks"
    with customized(world, tmp_path, COUNT_LOCKS.format(path=str(counted))):
        world.run("entire", "hooks", "detached", "continue")
    assert all(is_stored(world, checkpoint) for checkpoint in checkpoints)
    assert len(counted.read_text().split()) >= 3


def test_a_commit_that_cannot_be_completed_does_not_hold_up_the_others(world: World, tmp_path: Path) -> None:
    first, second = waiting(world, world.agent(), "one", "two")
    real, commit = shutil.which("git", path=world.env["PATH"]), world.git("rev-parse", "HEAD~1")
    folder = tmp_path / "fails"
    folder.mkdir()
    (folder / "git").write_text(
        f"""#!/bin/sh
case " $* " in *" diff-tree "*" {commit} "*) exit 128 ;; esac
exec "{real}" "$@"
"""
    )
    (folder / "git").chmod(0o755)
    with first_on_path(world, folder):
        world.run("entire", "hooks", "detached", "continue")
    assert is_stored(world, second)
    assert promised(world) == [first]
    world.run("entire", "hooks", "detached", "continue")
    assert is_stored(world, first)


def test_the_background_looks_again_for_what_came_while_it_worked(world: World, tmp_path: Path) -> None:
    """A hook starts such a process, which ends at once if there is one already."""
    agent, other = world.agent(), world.agent()
    (first,) = waiting(world, agent, "one")
    (sessions_dir(world) / "promised" / first).rename(tmp_path / first)
    (second,) = waiting(world, other, "two")
    folder = tmp_path / "waits"
    folder.mkdir()
    real = shutil.which("git", path=world.env["PATH"])
    (folder / "git").write_text(
        f"""#!/bin/sh
case " $* " in *" diff-tree "*)
    touch "{folder}/reached"
    until [ -e "{folder}/go" ]; do sleep 0.02; done ;;
esac
exec "{real}" "$@"
"""
    )
    (folder / "git").chmod(0o755)
    command = ["entire", "hooks", "detached", "continue"]
    with first_on_path(world, folder):
        process = subprocess.Popen(command, cwd=world.repo.path, env=world.env)
        while not (folder / "reached").exists():
            assert process.poll() is None
            time.sleep(0.01)
        (tmp_path / first).rename(sessions_dir(world) / "promised" / first)
        world.run(*command)  # finds the other one at work
        assert not is_stored(world, first)
        (folder / "go").touch()
        assert process.wait(GUARD_SECONDS) == 0
    assert is_stored(world, second)
    assert is_stored(world, first)
    assert promised(world) == []
