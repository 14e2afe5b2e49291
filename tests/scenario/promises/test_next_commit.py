"""HEAD moves on while post-commit works."""

from __future__ import annotations

import pytest
from tests.scenario.commits.waiting import promised, without_hook
from tests.scenario.world import World

from entire.git.objects.read import Objects
from entire.git.repository import open_repository
from entire.session.store import Store
from entire.strategy.commits import post_commit


def test_the_next_commit_is_made_while_an_amended_one_is_condensed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the reflog says last is about the next commit."""
    agents = [world.agent(), world.agent(), world.agent()]
    agents[0].turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    agents[1].turn("Write two", {"two.py": "2\n"})
    agents[2].turn("Write three", {"three.py": "3\n"})
    repo = open_repository(str(world.repo.path))
    store = Store(repo)
    with without_hook(world, "post-commit"), without_hook(world, "post-rewrite"):
        world.git("add", "two.py")
        world.git("commit", "--quiet", "--amend", "--no-edit")
        amended = world.git("rev-parse", "HEAD")
        world.git("add", "three.py")
        with store.lock(), Objects(repo) as objects, monkeypatch.context() as earlier:
            world.commit()
            real = objects.commit
            earlier.setattr(objects, "commit", lambda name: real(amended if name == "HEAD" else name))
            assert post_commit.post_commit(repo, objects, store) == [agents[1].session_id]
    agents[0].prompt("Go on")
    assert world.root(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.root(world.checkpoint())["files_touched"] == ["three.py"]
    assert [world.touched(agent) for agent in agents] == [[], [], []]
    assert promised(world) == []
