"""Promises of one worktree, and what a session does in another."""

from __future__ import annotations

import pytest
from tests.scenario.commits.waiting import branch_locked, promised, without_hook
from tests.scenario.promises.test_killed_links import files_of
from tests.scenario.promises.test_used_again import refused
from tests.scenario.world import World
from tests.support import Repo


@pytest.fixture
def other(world: World) -> World:
    path = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", str(path), "-b", "side")
    there = World(Repo(path))
    there.env = world.env
    return there


def test_the_first_work_in_another_worktree(world: World, other: World) -> None:
    """Its checkpoint begins where that work begins, whatever waits in the first worktree."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    refused(world, "-m", "work")
    agent.turn("Write there", {str(other.repo.path / "there.py"): "there\n"})
    other.git("add", "there.py")
    checkpoint = other.commit()
    assert other.session(checkpoint)["files_touched"] == ["there.py"]
    assert other.session(checkpoint)["checkpoint_transcript_start"] > 0
    assert other.stored(checkpoint, "prompt.txt") == "Write there"


@pytest.mark.parametrize("event", ["here", "there"])
def test_what_waits_in_the_worktree_of_the_commit(world: World, other: World, event: str) -> None:
    """A turn begins after a commit that waits: the commit has files that waited there, not those here."""
    agent = world.agent()
    here, agent.root = agent.root, str(other.repo.path)
    agent.turn("Write one", {"one.py": "1\n"})
    agent.root = here
    agent.turn("Write two", {"two.py": "2\n"})
    with branch_locked(world):
        killed_there(world, other, "one.py")
        agent.root = here if event == "here" else str(other.repo.path)
        agent.prompt("Go on")
        agent.stop()
    other.agent().start()
    assert files_of(other, "HEAD") == ["one.py"]
    assert promised(world) == []


def killed_there(world: World, other: World, path: str) -> None:
    """A commit in the other worktree whose prepare-commit-msg was killed."""
    git_dir = other.git("rev-parse", "--absolute-git-dir")
    world.repo.write(f"{git_dir}/ENTIRE_LINKING.{other.repo.head}", "")
    other.git("add", path)
    with without_hook(world, "prepare-commit-msg"):
        other.git("commit", "--quiet", "-m", path)
