"""Where and when nothing is committed: the work waits as a step, and the user is told."""

from __future__ import annotations

import json

import pytest
from tests.scenario.auto_commit.conftest import status
from tests.scenario.world import World

NOT = "entire: not committed, because "


def allow(world: World, branches: object) -> None:
    file = world.file(".entire/settings.local.json")
    file.write_text(json.dumps({"strategy_options": {"auto_commit": {"branches": branches}}}))


def stopped(world: World) -> str:
    """Play a turn; returns what the hook says."""
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    return agent.hook("stop")


@pytest.mark.parametrize("branches", ["not-default", ["feature/*"], []])
def test_a_protected_branch(world: World, branches: object) -> None:
    allow(world, branches)
    assert f"{NOT}main is protected by the settings" in stopped(world)
    assert status(world) == ["?? one.py"]
    assert world.shadows()
    world.git("switch", "--quiet", "-c", "feature/one")
    world.agent().turn("Write two", {"two.py": "2\n"})
    assert world.git("log", "-1", "--format=%s") == ("Write two" if branches else "use entire")


@pytest.mark.parametrize("branches", ["none", 5, {}])
def test_a_setting_that_is_not_understood_protects(world: World, branches: object) -> None:
    allow(world, branches)
    assert f"{NOT}auto_commit.branches in the settings is not 'all'" in stopped(world)
    assert status(world) == ["?? one.py"]


@pytest.mark.parametrize("branches", ["all", ["ma*"], None])
def test_a_branch_that_is_not_protected(world: World, branches: object) -> None:
    allow(world, branches)
    assert stopped(world) == ""
    assert world.checkpoint()


def diverge(world: World) -> None:
    world.git("switch", "--quiet", "-c", "side")
    world.repo.write("code.py", "side\n")
    world.repo.commit("side")
    world.git("switch", "--quiet", "main")
    world.repo.write("code.py", "main\n")
    world.repo.commit("main")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["merge", "side"], "a merge"),
        (["rebase", "side"], "a rebase, cherry-pick or revert"),
        (["cherry-pick", "side"], "a rebase, cherry-pick or revert"),
    ],
)
def test_in_the_middle_of_something(world: World, words: list[str], what: str) -> None:
    diverge(world)
    assert world.run("git", *words, check=False).returncode == 1
    head, before = world.git("rev-parse", "HEAD"), status(world)
    assert f"{NOT}git is in the middle of {what}" in stopped(world)
    assert world.git("rev-parse", "HEAD") == head
    assert status(world) == [*before, "?? one.py"]
    assert world.errors() == []


def test_what_waited_is_committed_with_the_next_turn(world: World) -> None:
    allow(world, ["feature/*"])
    stopped(world)
    world.file(".entire/settings.local.json").unlink()
    world.agent().turn("Something else", {"two.py": "2\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD") == "two.py", "another session's"
    world.git("add", "one.py")
    assert world.commit(), "the user's own commit is linked"


def test_a_locked_index_loses_nothing(world: World) -> None:
    lock = world.file(".git/index.lock")
    lock.touch()
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%s") == "use entire"
    lock.unlink()
    assert status(world) == ["?? one.py"]
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["one.py", "two.py"]
    assert status(world) == []
