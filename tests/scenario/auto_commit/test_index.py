"""The index: what people did with it stays, whatever the agent does to the same files."""

from __future__ import annotations

import pytest
from tests.scenario.auto_commit.conftest import committed_names, refuse_commits, status
from tests.scenario.world import World


def test_a_file_that_a_person_let_git_forget(world: World) -> None:
    """The removal is staged, and the file is untracked: two lines of `git status` about one file."""
    world.git("rm", "--quiet", "--cached", "README.md")
    before = status(world)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["one.py"]
    assert status(world) == before == ["D  README.md", "?? README.md"]


def test_a_file_that_a_person_let_git_forget_and_the_agent_changes(world: World) -> None:
    world.git("rm", "--quiet", "--cached", "code.py")
    before = status(world)
    agent = world.agent()
    agent.prompt("Change line 3")
    agent.replace("code.py", "line 3\n", "three\n")
    agent.stop()
    assert committed_names(world) == ["code.py"]
    assert status(world) == before == ["D  code.py", "?? code.py"]


def test_a_file_that_the_agent_let_git_forget(world: World) -> None:
    world.repo.write("local.env", "KEY=1\n")
    world.repo.commit("by mistake")
    agent = world.agent()
    agent.prompt("Ignore local.env")
    agent.write(".gitignore", "local.env\n")
    agent.shell("git rm --quiet --cached local.env")
    agent.stop()
    assert world.git("show", "--format=", "--name-status", "HEAD").splitlines() == [
        "A\t.gitignore",
        "D\tlocal.env",
    ]
    assert status(world) == []
    assert world.file("local.env").read_text() == "KEY=1\n"


def test_a_file_that_the_agent_moved_and_wrote_again(world: World) -> None:
    agent = world.agent()
    agent.prompt("Move code.py, and leave something in its place")
    agent.shell("git mv code.py library.py")
    agent.write("code.py", "from library import *\n")
    agent.stop()
    assert committed_names(world) == ["code.py", "library.py"]
    assert status(world) == []


@pytest.mark.parametrize("refused", [False, True])
def test_a_file_that_a_person_intends_to_add(world: World, refused: bool) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "--intent-to-add", "mine.txt")
    if refused:
        refuse_commits(world)
    agent = world.agent()
    agent.prompt("Add to my file")
    agent.write("mine.txt", "mine\nagent's\n")
    agent.stop()
    assert status(world) == ([" A mine.txt"] if refused else [])


def conflict(world: World) -> None:
    """A stash that does not fit: conflicts without a merge in progress."""
    text = world.file("code.py").read_text()
    world.repo.write("code.py", text.replace("line 2\n", "stashed\n"))
    world.git("stash", "--quiet")
    world.repo.write("code.py", text.replace("line 2\n", "committed\n"))
    world.repo.commit("line 2")
    assert world.run("git", "stash", "pop", check=False).returncode == 1


def test_conflicts_stay(world: World) -> None:
    conflict(world)
    before = world.git("ls-files", "--unmerged")
    agent = world.agent()
    agent.prompt("Resolve it")
    agent.write("code.py", "resolved\n")
    assert "not committed, because files have conflicts" in agent.hook("stop")
    assert world.git("ls-files", "--unmerged") == before
    world.git("add", "code.py")
    agent.turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["code.py", "one.py"]
    assert status(world) == []


@pytest.mark.parametrize("staged", [False, True])
def test_folders_become_files_and_files_folders(world: World, staged: bool) -> None:
    world.repo.write("folder/a.py", "a\n")
    world.repo.write("file", "f\n")
    world.repo.commit("more files")
    if staged:
        world.repo.write("staged.py", "staged\n")
        world.git("add", "staged.py")
    left = ["A  staged.py"] if staged else []
    agent = world.agent()
    agent.prompt("Swap them")
    agent.shell("rm -r folder file; echo now > folder; mkdir file; echo x > file/x")
    agent.stop()
    assert world.git("ls-tree", "-r", "--name-only", "HEAD", "folder", "file").splitlines() == [
        "file/x",
        "folder",
    ]
    assert status(world) == left
    agent.prompt("Swap them back")
    agent.shell("rm -r folder file; echo now > file; mkdir folder; echo x > folder/x")
    agent.stop()
    assert status(world) == left
    world.git("fsck", "--strict", "--no-dangling")


def test_a_sparse_checkout(world: World) -> None:
    world.repo.write("in/a.py", "a\n")
    world.repo.write("out/b.py", "b\n")
    world.repo.commit("folders")
    world.git("sparse-checkout", "set", "--sparse-index", "in")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    world.agent().turn("Write both", {"in/a.py": "agent's\n", "in/c.py": "c\n"})
    assert committed_names(world) == ["in/a.py", "in/c.py"]
    assert status(world) == ["A  staged.py"]
    assert world.git("show", "HEAD:out/b.py") == "b"
