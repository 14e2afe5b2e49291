"""A commit in one worktree, and a push or a command in another: its checkpoint is there as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.promises.test_both_hooks import stopped
from tests.scenario.promises.test_killed_links import files_of
from tests.scenario.unfelt.test_later import waiting
from tests.scenario.unfelt.test_turned_off import conflict, work
from tests.scenario.world import BRANCH, World
from tests.support import Repo


def with_remote(world: World) -> Repo:
    remote = Repo.init(world.repo.path.parent / "remote.git", "--bare")
    world.git("remote", "add", "origin", str(remote.path))
    return remote


@pytest.mark.parametrize("words", ["git push --quiet origin there", "entire push origin"])
def test_a_push_takes_it_along(alone: World, there: Path, words: str) -> None:
    remote = with_remote(alone)
    _, checkpoint = work(alone, "two.py", there)
    alone.run(*words.split())
    assert waiting(alone) == []
    assert f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json" in remote.git(
        "ls-tree", "-r", "--name-only", BRANCH
    )


@pytest.mark.parametrize("words", ["explain there", "why two.py:1 --commit there", "session", "doctor", "gc"])
def test_a_command_completes_it(alone: World, there: Path, words: str) -> None:
    _, checkpoint = work(alone, "two.py", there)
    alone.run("entire", *words.split(), check=False)
    assert waiting(alone) == []
    assert alone.stored(checkpoint, "prompt.txt") == "Write two.py"


def test_a_push_says_what_is_left(alone: World, there: Path) -> None:
    with_remote(alone)
    _, checkpoint = work(alone, "two.py", there)
    conflict(alone, there)
    assert "1 commit has no checkpoint yet" in alone.run("git", "push", "--quiet", "origin", "main").stderr
    assert waiting(alone) == [checkpoint]


@pytest.mark.parametrize("words", ["git push --quiet origin HEAD", "entire explain"])
def test_a_commit_that_nobody_decided_about(alone: World, there: Path, words: str) -> None:
    """Both of its hooks were stopped."""
    remote = with_remote(alone)
    alone.agent().turn("Write one", {"one.py": "1\n"})
    commit = stopped(alone, "one.py")
    alone.run(*words.split(), cwd=there)
    assert files_of(alone, commit) == ["one.py"]
    if "push" in words:
        assert remote.git("rev-parse", BRANCH) == alone.git("rev-parse", BRANCH)
