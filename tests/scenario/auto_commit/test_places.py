"""Where and when nothing is committed: the work waits as a step, and the user is told."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import on_terminal
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


@pytest.mark.parametrize("branches", ["not-default", ["feature/*"], [], "none"])
def test_nobody_is_told_that_turns_become_commits_on_a_protected_branch(
    world: World, branches: object
) -> None:
    allow(world, branches)
    reason = (
        "main is protected" if branches != "none" else "auto_commit.branches in the settings is not 'all'"
    )
    said = world.agent().hook("session-start", source="startup")
    assert f"Turns are not committed here, because {reason}" in said
    assert "This conversation will be linked to your next commit." in said
    shown = on_terminal(world.repo.path, "status")
    enabled = world.entire("enable", "--agent", "claude-code", "--force")
    for text in (said, shown, enabled):
        assert "becomes a commit" not in text
    assert "your next commit will be linked to it" in shown
    assert "On. Work as usual; the next commit remembers its conversation." in enabled
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert "Your next commit will link 1 file from 1 session." in on_terminal(world.repo.path, "status")
    world.repo.write("staged.py", "by hand\n")
    world.git("add", "staged.py")
    assert "your next commit will not be linked" in on_terminal(world.repo.path, "status")
    world.git("switch", "--quiet", "-c", "feature/one")
    said = world.agent().hook("session-start", source="startup")
    assert ("becomes a commit" in said) == (branches in ("not-default", ["feature/*"]))


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


def test_in_the_middle_of_a_bisection(world: World) -> None:
    """A commit there is on no branch, and would be taken for one to test."""
    for number in range(4):
        world.git("commit", "--quiet", "--allow-empty", "-m", str(number))
    world.git("bisect", "start", "HEAD", "HEAD~4")
    head = world.git("rev-parse", "HEAD")
    assert f"{NOT}git is in the middle of a bisection" in stopped(world)
    assert world.git("rev-parse", "HEAD") == head


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
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    shown = agent.hook("stop")
    assert "entire: not committed, because git failed" in shown
    assert "index.lock" in shown
    assert world.git("log", "-1", "--format=%s") == "use entire"
    lock.unlink()
    assert status(world) == ["?? one.py"]
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["one.py", "two.py"]
    assert status(world) == []
