"""The hook of a session's first prompt is killed: commits know the session anyway."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from tests.scenario.commits.test_unseen_turns import prompt_with_killed_hook
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


@pytest.fixture
def agent(world: World, tmp_path: Path) -> StandIn:
    """An agent whose first prompt's hook was killed."""
    world.repo.write("mine.txt", "mine\n")
    agent = world.agent()
    prompt_with_killed_hook(world, tmp_path, agent, "Write one")
    return agent


def test_an_agents_own_commit(world: World, agent: StandIn) -> None:
    agent.shell("echo 1 >one.py")
    agent.shell("git add -A && git commit -qm 'Add one'")
    checkpoint = world.checkpoint()
    agent.say("These words come after the commit.")
    agent.stop()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert "Write one" in world.stored(checkpoint, "prompt.txt")
    state = world.state(agent.session_id)
    assert state is not None
    assert (state["phase"], state["last_prompt"]) == ("idle", "Write one")
    assert "noted" not in state
    world.check_sound()


def test_a_person_commits(world: World, agent: StandIn) -> None:
    agent.write("one.py", "1\n")
    world.git("add", "-A")
    assert world.session(world.commit_at_terminal())["files_touched"] == ["one.py"]


def test_neither_hook_of_the_commit_gets_the_lock(world: World, agent: StandIn) -> None:
    agent.write("one.py", "1\n")
    world.git("add", "one.py")
    with open(world.file(".git/entire-sessions/lock"), "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        checkpoint = world.commit()
    agent.say("The end of it.")
    agent.stop()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert "The end of it." in world.transcript(checkpoint)


@pytest.mark.parametrize("event", ["prompt", "stop", "end"])
def test_the_next_event_saves_the_turn(world: World, agent: StandIn, event: str) -> None:
    agent.write("one.py", "1\n")
    agent.say("Done.")
    if event == "prompt":
        agent.prompt("Write two")
    elif event == "stop":
        agent.stop()
    else:
        agent.end()
    assert world.touched(agent) == ["one.py"]
    state = world.state(agent.session_id)
    assert state is not None
    assert "mine.txt" in state["untracked_files_at_start"]
    assert "noted" not in state


def test_a_person_commits_while_nothing_was_done(world: World, agent: StandIn) -> None:
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""


def test_a_conversation_that_is_resumed_counts_only_what_is_new(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "-A")
    first = world.session(world.commit())
    for path in world.file(".git/entire-sessions").glob(f"{agent.session_id}.*"):
        path.unlink()
    prompt_with_killed_hook(world, tmp_path, agent, "Write one")
    agent.write("one.py", "1\n")
    agent.say("Done.")
    world.git("add", "-A")
    second = world.session(world.commit())
    assert second["token_usage"] == first["token_usage"]
    assert "Write zero" not in world.stored(world.checkpoint(), "prompt.txt")


@pytest.mark.parametrize("event", ["prompt", "stop"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_another_session_commits_meanwhile(world: World, agent: StandIn, event: str, when: str) -> None:
    """The commit's hooks learn about the session, before or after it wrote its file."""
    other = world.agent()
    if when == "after":
        agent.write("one.py", "1\n")
    other.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    assert world.commit()
    if when == "before":
        agent.write("one.py", "1\n")
    agent.say("Done.")
    if event == "prompt":
        agent.prompt("Go on")
    else:
        agent.stop()
    assert world.touched(agent) == ["one.py"]
