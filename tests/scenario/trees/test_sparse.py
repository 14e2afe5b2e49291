"""A sparse checkout that leaves out what is ours: entire stays on, and nothing of the team's is lost."""

from __future__ import annotations

import json

import pytest
from tests.scenario.world import World

CONE = ("--cone", "in")
SPARSE_INDEX = ("--cone", "--sparse-index", "in")
PATTERNS = ("--no-cone", "/in/")


@pytest.fixture(params=[CONE, SPARSE_INDEX, PATTERNS], ids=["cone", "sparse index", "patterns"])
def sparse(world: World, request: pytest.FixtureRequest) -> World:
    for folder in ("in", "out", "out/deep"):
        world.repo.write(f"{folder}/file.txt", f"{folder}\n")
    settings = world.file(".claude/settings.json")
    team = json.loads(settings.read_text()) | {"env": {"TEAM": "1"}}
    settings.write_text(json.dumps(team, indent=1))
    world.git("add", "--all")
    world.commit(message="files")
    world.git("sparse-checkout", "set", *request.param)
    assert not world.file(".entire").exists()
    assert not world.file(".claude").exists()
    return world


def changes(world: World) -> str:
    return world.git("status", "--porcelain", "--untracked-files=all")


def test_a_turn_and_its_commit(sparse: World) -> None:
    agent = sparse.agent()
    agent.turn("Write one", {"in/one.py": "1\n"})
    step = sparse.shadows()[0]
    different = sparse.git("diff", "--name-only", "HEAD", step).splitlines()
    assert [name for name in different if not name.startswith(".entire/")] == ["in/one.py"]
    sparse.git("add", "in")
    assert sparse.session(sparse.commit())["files_touched"] == ["in/one.py"]
    assert changes(sparse) == ""
    sparse.check_sound()


def test_a_rewind_leaves_alone_what_is_left_out(sparse: World) -> None:
    agent = sparse.agent()
    agent.turn("Write one", {"in/one.py": "1\n"})
    step = sparse.git("rev-parse", sparse.shadows()[0])
    agent.turn("Write two", {"in/one.py": "2\n", "in/two.py": "2\n"})
    before = sparse.git("ls-files", "-t", "--stage")
    sparse.entire("rewind", "--to", step, "--force")
    assert sparse.file("in/one.py").read_text() == "1\n"
    assert not sparse.file("in/two.py").exists()
    assert not sparse.file("out").exists()
    assert sparse.git("ls-files", "-t", "--stage") == before
    assert changes(sparse) == "?? in/one.py"


def test_a_sparse_index_stays_one(world: World) -> None:
    """Git looks only into folders that are there: on a large tree, the others are what makes it slow."""
    for number in range(20):
        world.repo.write(f"out/{number}.txt", "1\n")
    world.repo.write("in/file.txt", "1\n")
    world.git("add", "--all")
    world.commit(message="files")
    world.git("sparse-checkout", "set", *SPARSE_INDEX)
    world.agent().turn("Write one", {"in/file.txt": "2\n"})
    assert world.commit("--all")
    for words in (("status",), ("explain",), ("blame", "in/file.txt"), ("rewind", "--list")):
        world.entire(*words)
    assert "out/" in world.git("ls-files", "--sparse").splitlines()


@pytest.mark.parametrize("words", [("enable", "--agent", "claude-code"), ("agent", "add", "claude-code")])
def test_enabling_keeps_what_the_team_has(sparse: World, words: tuple[str, ...]) -> None:
    """The agent needs the file, so it comes back: with everything in it, not only with our hooks."""
    assert "sparse checkout" in sparse.doctor()
    sparse.entire(*words)
    assert json.loads(sparse.file(".claude/settings.json").read_text())["env"] == {"TEAM": "1"}
    assert changes(sparse) == ""
    assert "sparse checkout" not in sparse.doctor()
