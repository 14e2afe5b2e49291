"""Rewinding to an automatic commit moves the branch, and can be undone."""

from __future__ import annotations

import json

from tests.scenario.auto_commit.conftest import status
from tests.scenario.world import World


def two_turns(world: World) -> list[str]:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    return [world.git("rev-parse", "HEAD~1"), world.git("rev-parse", "HEAD")]


def points(world: World) -> dict[str, dict[str, object]]:
    return {point["id"]: point for point in json.loads(world.entire("rewind", "--list"))}


def test_files_and_branch_go_back(world: World) -> None:
    first, second = two_turns(world)
    world.repo.write("mine.txt", "mine\n")
    assert {points(world)[id]["is_logs_only"] for id in (first, second)} == {False}
    shown = json.loads(world.entire("rewind", "--to", first, "--json"))
    assert (shown["is_logs_only"], shown["commit_count"], shown["delete"]) == (False, 1, ["two.py"])
    assert world.git("rev-parse", "HEAD") == first
    assert status(world) == ["?? mine.txt"]
    world.entire("rewind", "--undo", "--force")
    assert world.git("rev-parse", "HEAD") == second
    assert status(world) == ["?? mine.txt"]
    assert world.file("two.py").exists()


def test_only_the_conversation_if_asked(world: World) -> None:
    first, second = two_turns(world)
    shown = json.loads(world.entire("rewind", "--to", first, "--logs-only", "--json"))
    assert shown["is_logs_only"]
    assert world.git("rev-parse", "HEAD") == second


def test_commits_that_others_have_stay(world: World) -> None:
    """What was pushed, or is on another branch, is not removed from this one."""
    first, second = two_turns(world)
    world.git("branch", "other")
    assert points(world)[first]["is_logs_only"]
    assert not points(world)[second]["is_logs_only"]
    world.entire("rewind", "--to", first, "--force")
    assert world.git("rev-parse", "HEAD") == second


def test_a_commit_of_the_users_is_as_ever(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    world.git("add", "one.py")
    assert world.commit()
    agent.stop()
    agent.turn("Write two", {"two.py": "2\n"})
    by_id = points(world)
    assert [by_id[world.git("rev-parse", name)]["is_logs_only"] for name in ("HEAD~1", "HEAD")] == [
        True,
        False,
    ]


def test_turns_after_a_rewind_are_committed(world: World) -> None:
    first, _ = two_turns(world)
    world.entire("rewind", "--to", first, "--force")
    agent = world.agent()
    agent.turn("Write three", {"three.py": "3\n"})
    assert world.git("log", "-2", "--format=%s").splitlines() == ["Write three", "Write one"]
    assert status(world) == []
    assert world.errors() == []


def test_checkpoints_whose_commit_is_gone_are_cleaned(world: World) -> None:
    first, second = two_turns(world)
    gone = world.checkpoint(second)
    world.entire("rewind", "--to", first, "--force")
    for ref in world.git("for-each-ref", "--format=%(refname)", "refs/entire").split():
        world.git("update-ref", "-d", ref)
    listed = world.entire("clean")
    assert gone in listed
    assert world.checkpoint(first) not in listed
