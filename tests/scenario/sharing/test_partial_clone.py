from __future__ import annotations

from pathlib import Path

from tests.scenario.world import World
from tests.support import Repo, git


def test_files_that_a_sparse_clone_does_not_have(world: World, tmp_path: Path) -> None:
    """What a pull changes outside of the cone is known by its id only: no reason not to save a step."""
    world.repo.write("far/away.txt", "1\n")
    world.repo.commit("far away")
    server = tmp_path / "server.git"
    git(tmp_path, "clone", "--quiet", "--bare", str(world.repo.path), str(server))
    git(server, "config", "uploadpack.allowFilter", "true")
    place = tmp_path / "sparse"
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", "--sparse", f"file://{server}", str(place))
    git(place, "sparse-checkout", "add", ".entire", ".claude")
    clone = World(Repo(place))
    clone.entire("enable", "--agent", "claude-code")
    agent = clone.agent()
    agent.turn("Write one", {"one.py": "1\n"})

    world.repo.write("far/away.txt", "far away\n")
    world.repo.commit("farther")
    world.git("push", "--quiet", str(server), "HEAD:main")
    clone.git("pull", "--quiet", "--ff-only")
    server.rename(tmp_path / "offline.git")
    agent.turn("Write two", {"two.py": "2\n"})
    assert not clone.errors()
    (shadow,) = clone.shadows()
    assert clone.steps(shadow) == ["Write two", "Write one"]
    assert not (place / "far").exists()
