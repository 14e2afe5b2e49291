"""Commits of submodules are entries of the tree like files: people's stay, the agent's are committed."""

from __future__ import annotations

from tests.scenario.auto_commit.conftest import committed_names, status
from tests.scenario.world import World
from tests.support import Repo


def library(world: World) -> str:
    """A repository with two commits, to be a submodule."""
    made = Repo.init(world.repo.path.parent / "library")
    for number in (1, 2):
        made.write("file", f"{number}\n")
        made.commit(f"{number}")
    return str(made.path)


def with_submodule(world: World) -> None:
    world.git("submodule", "--quiet", "add", library(world), "sub")
    world.git("commit", "--quiet", "-m", "a submodule")


def test_what_a_person_staged(world: World) -> None:
    with_submodule(world)
    world.git("checkout", "--quiet", "HEAD~1", cwd=world.file("sub"))
    world.git("add", "sub")
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["one.py"]
    assert status(world) == ["M  sub"]


def test_what_a_person_did_not_stage(world: World) -> None:
    with_submodule(world)
    world.git("checkout", "--quiet", "HEAD~1", cwd=world.file("sub"))
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["one.py"]
    assert status(world) == [" M sub"]


def test_another_commit_of_it(world: World) -> None:
    with_submodule(world)
    agent = world.agent()
    agent.prompt("Go back to the first version of the library")
    agent.shell("cd sub && git checkout --quiet HEAD~1")
    agent.stop()
    assert committed_names(world) == ["sub"]
    assert status(world) == []


def test_a_new_one(world: World) -> None:
    source = library(world)
    agent = world.agent()
    agent.prompt("Use the library")
    agent.shell(f"git submodule --quiet add '{source}' sub")
    agent.stop()
    assert committed_names(world) == [".gitmodules", "sub"]
    assert status(world) == []
