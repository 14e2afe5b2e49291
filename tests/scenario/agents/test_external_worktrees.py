"""External agents and several worktrees: their programs may run where the user's own settings say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.agents.toy_player import Toy, enabled
from tests.scenario.commits.waiting import without_hook
from tests.scenario.world import World, make_repo
from tests.support import Repo
from tests.toys import programs
from tools.clients import external


@pytest.fixture
def world(tmp_path: Path) -> World:
    bare = World(make_repo(tmp_path / "repo"))
    programs.install(bare, tmp_path / "bin")
    return enabled(bare)


def postponed(main: World, world: World) -> str:
    """A turn whose end was lost, and its commit, which waits for its checkpoint."""
    agent = Toy(world)
    agent.hook("prompt", prompt="Write one")
    agent.record(role="user", content="Write one")
    agent.record(role="assistant", content="", files=["one.py"], usage={"input": 5, "output": 2})
    world.repo.write("one.py", "1\n")
    world.git("add", "-A")
    with without_hook(main, "post-commit"):
        return world.commit()


def test_a_worktree_where_programs_may_not_run_completes_a_commit_of_one_where_they_may(
    world: World, tmp_path: Path
) -> None:
    """The user's settings are not in a new worktree."""
    checkpoint = postponed(world, world)
    there = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(there))
    world.run("git", "init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.run("git", "push", "--quiet", str(tmp_path / "remote.git"), "HEAD", cwd=there)
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    usage = world.session(checkpoint)["token_usage"]
    assert (usage["input_tokens"], usage["output_tokens"]) == (5, 2)


def test_a_worktree_that_is_gone_is_one_where_programs_may_run(world: World, tmp_path: Path) -> None:
    """Its settings went with it: those of the main worktree count."""
    there = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(there))
    external.allow(there)
    place = World(Repo(there))
    place.env = world.env
    checkpoint = postponed(world, place)
    world.git("worktree", "remove", "--force", str(there))
    Toy(world, "chat-2").turn("And here?", {})
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert world.session(checkpoint)["token_usage"]["input_tokens"] == 5
