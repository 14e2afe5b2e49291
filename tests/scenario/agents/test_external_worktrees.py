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

from entire.agent.external.allowed import is_allowed
from entire.core.settings import LOCAL_FILE
from entire.git.repository import open_repository


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
    checkpoint = postponed(world, world)
    there = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(there))
    (there / LOCAL_FILE).write_text('{"strategy_options": {"external_agents": false}}')
    world.run("git", "init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.run("git", "push", "--quiet", str(tmp_path / "remote.git"), "HEAD", cwd=there)
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    usage = world.session(checkpoint)["token_usage"]
    assert (usage["input_tokens"], usage["output_tokens"]) == (5, 2)


def test_the_main_worktrees_permission_holds_in_a_linked_one(world: World, tmp_path: Path) -> None:
    there = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(there))
    assert is_allowed(open_repository(str(there)))
    (there / LOCAL_FILE).write_text('{"external_agents": false}')
    assert not is_allowed(open_repository(str(there)))
    (there / LOCAL_FILE).write_text('{"external_agents": true}')
    (world.repo.path / LOCAL_FILE).unlink()
    assert is_allowed(open_repository(str(there)))


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
