"""Repositories in repositories: nobody looks into them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.cost.test_hook_counters import Counter
from tests.scenario.world import World, make_repo
from tests.support import Repo


@pytest.fixture
def nested(world: World) -> Repo:
    inner = make_repo(world.file("nested"))
    inner.write("file.txt", "theirs\n")
    return inner


def test_a_repository_that_a_command_clones(world: World, nested: Repo) -> None:
    agent = world.agent()
    agent.prompt("Clone it")
    agent.shell("git clone --quiet nested clone && echo 1 >clone/new.txt")
    agent.write("one.py", "1\n")
    agent.stop()
    assert world.touched(agent) == ["one.py"]
    assert not [name for name in world.names(world.shadows()[0]) if name.startswith(("nested", "clone"))]
    world.git("add", "one.py")
    assert world.session(world.commit())["files_touched"] == ["one.py"]
    assert world.shadows() == []
    world.check_sound()


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system does not count")
def test_nobody_looks_into_one(world: World, nested: Repo, tmp_path: Path) -> None:
    """Neither our hooks nor the git processes that they start, however many folders it has."""
    agent, counter = world.agent(), Counter(world, tmp_path / "counted", part="/nested/")
    agent.turn("Write one", {"one.py": "1\n"})
    looks = []
    for number in range(2):
        for folder in range(50 * number):
            nested.write(f"{folder}/file.txt", "theirs\n")
        calls = counter.count(agent, lambda: agent.prompt("Write two")).calls
        looks.append(counter.folders_that_git_looked_into())
        agent.write("two.py", f"{number}\n")
        agent.shell("true")
        calls += counter.count(agent, agent.stop).calls
        looks.append(counter.folders_that_git_looked_into())
        assert [name for call in calls for name in call.state_files] == []
    assert looks[:2] == looks[2:]
    assert all(looks)


def test_a_file_that_is_written_in_one(world: World, nested: Repo) -> None:
    """It is work in another repository, where entire is not enabled."""
    agent = world.agent()
    agent.turn("Write there", {"nested/file.txt": "2\n", "one.py": "1\n"})
    step = world.git("rev-parse", world.shadows()[0])
    agent.turn("And again", {"nested/file.txt": "3\n", "two.py": "2\n"})
    assert world.touched(agent) == ["one.py", "two.py"]
    world.entire("rewind", "--to", step, "--force")
    assert world.file("nested/file.txt").read_text() == "3\n"
    assert not world.file("two.py").exists()


def test_a_submodule(world: World, nested: Repo, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Its commit is work, what is in it is not; and a rewind leaves it as it is."""
    lib = make_repo(tmp_path_factory.mktemp("lib"))
    world.git("submodule", "--quiet", "add", str(lib.path), "sub")
    world.commit(message="a submodule")
    agent = world.agent()
    agent.turn("Write there", {"sub/file.txt": "1\n"})
    assert (world.touched(agent), world.shadows()) == ([], [])
    agent.prompt("Commit there")
    agent.shell("git -C sub add --all && git -C sub commit --quiet --message=there")
    agent.write("one.py", "1\n")
    agent.stop()
    assert world.touched(agent) == ["one.py", "sub"]
    there = Repo(world.file("sub")).head
    assert world.git("rev-parse", f"{world.shadows()[0]}:sub") == there
    agent.turn("More", {"one.py": "2\n"})
    world.entire("rewind", "--to", world.git("rev-parse", f"{world.shadows()[0]}~1"), "--force")
    assert Repo(world.file("sub")).head == there
    world.git("add", "sub", "one.py")
    assert world.session(world.commit())["files_touched"] == ["one.py", "sub"]
    world.check_sound()


def test_enabled_in_a_submodule(world: World, tmp_path_factory: pytest.TempPathFactory) -> None:
    lib = make_repo(tmp_path_factory.mktemp("lib"))
    world.git("submodule", "--quiet", "add", str(lib.path), "sub")
    world.commit(message="a submodule")
    inner = World.enabled(Repo(world.file("sub")))
    agent = inner.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    inner.git("add", "--all")
    checkpoint = inner.commit()
    assert inner.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.shadows() == []
    assert world.state(agent.session_id) is None
    inner.check_sound()
