"""A session whose transcript grew is at work, whatever its state says: no hook saw its prompt."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from tests.scenario.commits.test_crashes import killing_git
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def prompt_without_hook(agent: StandIn, text: str) -> None:
    agent.record(type="user", message={"role": "user", "content": text})


def prompt_with_killed_hook(world: World, tmp_path: Path, agent: StandIn, text: str) -> None:
    done = killing_git(world, tmp_path, "status")
    env = agent.env
    agent.env = env | {"PATH": f"{done.parent}{os.pathsep}{env['PATH']}"}
    with pytest.raises(Exception, match="SIGKILL"):
        agent.prompt(text)
    agent.env = env
    prompt_without_hook(agent, text)


def age(world: World, agent: StandIn, hours: int) -> None:
    """So much time goes by."""
    for path in (agent.transcript, world.file(f".git/entire-sessions/{agent.session_id}.cursor")):
        info = os.stat(path)
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns - hours * 3600 * 10**9))


def worked_before(world: World, *, ended: bool = False) -> StandIn:
    """An agent with a turn that is committed."""
    agent = world.agent()
    agent.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "-A")
    assert world.commit()
    if ended:
        agent.end()
    return agent


@pytest.mark.parametrize("ended", [False, True])
def test_an_agents_own_commit(world: World, ended: bool) -> None:
    agent = worked_before(world, ended=ended)
    world.repo.write("mine.txt", "mine\n")
    before = Path(agent.transcript).stat().st_mtime_ns
    prompt_without_hook(agent, "Write one, and commit it")
    agent.write("one.py", "1\n")
    assert Path(agent.transcript).stat().st_mtime_ns > before
    agent.shell("git add one.py && git commit -qm 'Add one'")
    checkpoint = world.checkpoint()
    assert checkpoint
    agent.say("These words come after the commit.")
    agent.stop()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "idle"
    assert "ended_at" not in state
    world.check_sound()


def test_a_killed_prompt_hook(world: World, tmp_path: Path) -> None:
    agent = worked_before(world)
    prompt_with_killed_hook(world, tmp_path, agent, "Write one, and commit it")
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit -qm 'Add one'")
    agent.say("Done.")
    agent.stop()
    assert world.session(world.checkpoint())["files_touched"] == ["one.py"]


def test_what_a_command_wrote_is_in_the_agents_own_commit(world: World) -> None:
    """What was written before the last turn ended is not its work."""
    world.repo.write("mine.txt", "mine\n")
    agent = world.agent()
    agent.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "zero.py")
    world.commit()
    prompt_without_hook(agent, "Make one, and commit everything")
    agent.shell("echo 1 >one.py")
    agent.shell("git add -A && git commit -qm 'Add one'")
    assert world.session(world.checkpoint())["files_touched"] == ["one.py"]


def test_a_person_commits_during_the_turn(world: World) -> None:
    agent = worked_before(world)
    prompt_without_hook(agent, "Write one")
    agent.write("one.py", "1\n")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    assert world.session(world.commit_at_terminal())["files_touched"] == ["one.py"]


def test_a_stop_saves_the_turn(world: World) -> None:
    agent = worked_before(world)
    prompt_without_hook(agent, "Write one")
    agent.write("one.py", "1\n")
    prompt_without_hook(agent, "Write two")  # nor did a hook see the first one end
    agent.write("two.py", "2\n")
    world.repo.write("mine.txt", "mine\n")
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["one.py", "two.py"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "two.py"]


@pytest.mark.parametrize("hours", [0, 3])
@pytest.mark.parametrize("event", ["prompt", "end"])
def test_the_next_event_saves_the_turn(world: World, event: str, hours: int) -> None:
    agent = worked_before(world)
    prompt_without_hook(agent, "Write one")
    agent.write("one.py", "1\n")
    agent.say("Done.")
    age(world, agent, hours)
    if event == "prompt":
        agent.turn("Write two", {"two.py": "2\n"})
    else:
        agent.end()
    assert "one.py" in world.touched(agent)
    world.git("add", "one.py")
    assert world.session(world.commit())["files_touched"] == ["one.py"]


@pytest.mark.parametrize("kind", ["late answer", "local command", "old"])
def test_records_after_a_turn_are_no_work(world: World, kind: str) -> None:
    agent = worked_before(world)
    if kind == "late answer":
        agent.say("Done.")
    elif kind == "local command":
        text = "<command-name>/cost</command-name>\n<command-args></command-args>"
        agent.record(type="user", origin={"kind": "human"}, message={"role": "user", "content": text})
    else:
        prompt_without_hook(agent, "Write one")
        agent.write("one.py", "1\n")
        path = world.repo.path / ".git" / "entire-sessions"
        for name in (agent.transcript, path / f"{agent.session_id}.cursor"):
            os.utime(name, ns=(0, 1 if name == agent.transcript else 0))
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit() == ""
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "idle"


@pytest.mark.parametrize("prompted", [False, True])
@pytest.mark.parametrize("committed", [False, True])
def test_a_turn_between_two_that_hooks_saw_is_not_skipped(
    world: World, committed: bool, prompted: bool
) -> None:
    """Neither the prompt's hook nor the stop's got the lock, and the next prompt's did not, either."""
    agent = world.agent()
    agent.turn("One", {"one.py": "one = 1\n"})
    prompt_without_hook(agent, "Two")
    if committed:  # a person's commit meanwhile: its hooks see that the agent is at work
        world.repo.write("mine.txt", "mine\n")
        world.git("add", "mine.txt")
        world.commit_at_terminal()
    agent.write("two.py", "two = 2\n")
    agent.say("Two is written.")
    prompt_without_hook(agent, "Three")
    agent.write("three.py", "three = 3\n")
    agent.say("Three is written.")
    agent.prompt("Four") if prompted else agent.stop()
    assert sorted(world.touched(agent)) == ["one.py", "three.py", "two.py"]


@pytest.mark.parametrize("by", ["prompt", "commit", "doctor"])
def test_a_turn_without_its_prompt_is_finalised_whatever_completes_the_commit(world: World, by: str) -> None:
    """Neither hook of the commit got the lock, and something else completed the commit."""
    agent, other = world.agent(), world.agent()
    agent.turn("One", {})
    prompt_without_hook(agent, "Two")
    agent.write("two.py", "two = 2\n")
    world.git("add", "two.py")
    with open(world.file(".git/entire-sessions/lock"), "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # neither hook of the commit gets it
        checkpoint = world.commit()
    if by == "prompt":
        other.prompt("Something else")
    elif by == "commit":
        world.repo.write("mine.txt", "mine\n")
        world.git("add", "mine.txt")
        world.commit_at_terminal()
    else:
        world.doctor("--force")
    agent.say("The end of it.")
    agent.stop()
    assert "The end of it." in world.transcript(checkpoint)


@pytest.mark.parametrize("looked", [1, 2])
def test_another_session_sees_the_end_of_a_turn_and_the_next_prompt(world: World, looked: int) -> None:
    """It gives the first turn's commit its whole conversation, and leaves the prompts to the next commit."""
    agent, other = world.agent(), world.agent()
    agent.prompt("Write one, and commit it")
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit -qm 'Add one'")
    assert world.checkpoint()
    prompt_without_hook(agent, "Write two")
    for number in range(looked):
        agent.say(f"Thinking {number}")
        other.turn("What time is it?", {})
    agent.write("two.py", "2\n")
    prompt_without_hook(agent, "Write three")
    agent.write("three.py", "3\n")
    agent.stop()
    world.git("add", "two.py", "three.py")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write two\n\n---\n\nWrite three"
    world.check_sound()
