"""What people have not committed stays as it is: in the work tree, and in the index."""

from __future__ import annotations

import json

import pytest
from tests.scenario.auto_commit.conftest import committed_names, refuse_commits, status
from tests.scenario.world import World


def edit(world: World, old: str, new: str) -> None:
    file = world.file("code.py")
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def committed(world: World, path: str = "code.py") -> str:
    return world.git("show", "--format=", "--unified=0", "HEAD", "--", path)


def test_their_files_are_left_alone(world: World) -> None:
    world.repo.write("tracked.py", "1\n")
    world.repo.commit("tracked")
    world.repo.write("tracked.py", "mine\n")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    world.repo.write("staged.py", "staged and more\n")
    world.repo.write("untracked.py", "untracked\n")
    before = status(world)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD") == "one.py"
    assert status(world) == before
    assert world.git("show", ":staged.py") == "staged"


def test_their_edits_in_the_same_file_stay_uncommitted(world: World) -> None:
    edit(world, "line 2\n", "mine\n")
    agent = world.agent()
    agent.prompt("Change line 18")
    agent.replace("code.py", "line 18\n", "agent's\n")
    agent.stop()
    assert "+agent's" in committed(world)
    assert "mine" not in committed(world)
    assert status(world) == [" M code.py"]
    assert "+mine" in world.git("diff")
    assert "agent's" not in world.git("diff", "--unified=0")
    assert world.touched(agent) == []


def test_what_they_staged_of_the_same_file_stays_staged(world: World) -> None:
    edit(world, "line 2\n", "mine\n")
    world.git("add", "code.py")
    edit(world, "line 4\n", "mine, too\n")
    agent = world.agent()
    agent.prompt("Change line 18")
    agent.replace("code.py", "line 18\n", "agent's\n")
    agent.stop()
    assert "mine" not in committed(world)
    assert status(world) == ["MM code.py"]
    staged, unstaged = world.git("diff", "--cached", "--unified=0"), world.git("diff", "--unified=0")
    assert "+mine\n" in f"{staged}\n"
    assert "mine, too" not in staged
    assert "+mine, too" in unstaged
    assert "agent's" not in staged + unstaged


def test_edits_of_the_same_lines_are_committed_and_told(world: World) -> None:
    edit(world, "line 2\n", "mine\n")
    agent = world.agent()
    agent.prompt("Change line 2")
    agent.replace("code.py", "mine\n", "mine and the agent's\n")
    said = agent.hook("stop")
    assert "+mine and the agent's" in committed(world)
    assert "committed with changes that may be yours" in said
    assert "code.py" in said
    assert status(world) == []


def test_a_file_of_theirs_that_the_agent_extends(world: World) -> None:
    world.repo.write("notes.md", "mine\n")
    agent = world.agent()
    agent.prompt("Add to my notes")
    agent.write("notes.md", "mine\nagent's\n")
    said = agent.hook("stop")
    assert "notes.md" in said
    assert committed(world, "notes.md").endswith("+mine\n+agent's")


@pytest.mark.parametrize("staged", [False, True])
def test_a_refused_commit_changes_nothing(world: World, staged: bool) -> None:
    hook = refuse_commits(world)
    edit(world, "line 2\n", "mine\n")
    if staged:
        world.git("add", "code.py")
        world.repo.write("other.py", "other\n")
        world.git("add", "other.py")
    before = status(world)
    head = world.git("rev-parse", "HEAD")
    agent = world.agent()
    agent.prompt("Write one, and change line 18")
    agent.write("one.py", "1\n")
    agent.replace("code.py", "line 18\n", "agent's\n")
    said = agent.hook("stop")
    assert "lint failed" in said
    assert "not committed" in said
    assert world.git("rev-parse", "HEAD") == head
    changed = {"MM code.py"} if staged else set()
    assert set(status(world)) == {*before, "?? one.py"} - ({"M  code.py"} if staged else set()) | changed
    assert world.shadows(), "the work is a temporary checkpoint"
    assert world.names() == [], "nothing that can be pushed"
    assert world.git("ls-files", "--stage", "one.py") == ""

    hook.unlink()
    agent.turn("Try again", {"two.py": "2\n"})
    names = world.git("show", "--format=", "--name-only", "HEAD").splitlines()
    assert names == ["code.py", "one.py", "two.py"]
    assert world.stored(world.checkpoint(), "prompt.txt").count("Write one") == 1
    assert world.shadows() == []
    assert set(status(world)) == ({" M code.py"} if not staged else {"M  code.py", "A  other.py"})


def test_the_agent_reads_why_with_the_next_prompt(world: World) -> None:
    hook = refuse_commits(world, "password=hunter2hunter2 is a line too long")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    hook.unlink()
    said = json.loads(agent.hook("user-prompt-submit", prompt="Fix it"))["hookSpecificOutput"]
    assert said["hookEventName"] == "UserPromptSubmit"
    assert "not committed yet" in said["additionalContext"]
    assert "line too long" in said["additionalContext"]
    assert "hunter2" not in said["additionalContext"]
    assert agent.hook("user-prompt-submit", prompt="And now?") == "", "said once"


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("command", ["mv", "git mv"])
def test_their_edits_in_a_file_that_the_agent_moves(world: World, command: str, staged: bool) -> None:
    edit(world, "line 2\n", "mine\n")
    if staged:
        world.git("add", "code.py")
    agent = world.agent()
    agent.prompt("Move it, and change line 18")
    agent.shell(f"{command} code.py moved.py")
    agent.replace("moved.py", "line 18\n", "agent's\n")
    assert agent.hook("stop") == ""
    assert world.git("show", "HEAD:moved.py").splitlines()[1:18:16] == ["line 2", "agent's"]
    assert status(world) == ["M  moved.py" if staged else " M moved.py"]
    assert "+mine" in world.git("diff", "HEAD")


def test_their_edits_of_the_same_lines_in_a_file_that_the_agent_moves(world: World) -> None:
    edit(world, "line 2\n", "mine\n")
    agent = world.agent()
    agent.prompt("Move it, and change line 2")
    agent.shell("git mv code.py moved.py")
    agent.replace("moved.py", "mine\n", "mine and the agent's\n")
    assert "committed with changes that may be yours: moved.py" in agent.hook("stop")
    assert "mine and the agent's" in world.git("show", "HEAD:moved.py")
    assert status(world) == []


@pytest.mark.parametrize("staged", [False, True])
def test_a_hook_that_generates_another_file(world: World, staged: bool) -> None:
    world.repo.write("version.txt", "1\n")
    world.repo.commit("a version")
    if staged:
        world.repo.write("staged.py", "staged\n")
        world.git("add", "staged.py")
    hook = world.file(".git/hooks/pre-commit")
    hook.write_text("#!/bin/sh\necho 2 > version.txt\necho new > made.txt\ngit add version.txt made.txt\n")
    hook.chmod(0o755)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["made.txt", "one.py", "version.txt"]
    assert status(world) == (["A  staged.py"] if staged else [])


def test_a_hook_that_formats_a_file_of_which_something_is_staged(world: World) -> None:
    edit(world, "line 2\n", "mine\n")
    world.git("add", "code.py")
    hook = world.file(".git/hooks/pre-commit")
    hook.write_text(
        "#!/bin/sh\nsed -i s/x=1/x\\ =\\ 1/ code.py\n"
        "git show :code.py | sed s/x=1/x\\ =\\ 1/ > .git/formatted\n"
        "git update-index --cacheinfo 100644,$(git hash-object -w .git/formatted),code.py\n"
    )
    hook.chmod(0o755)
    agent = world.agent()
    agent.prompt("Change line 18")
    agent.replace("code.py", "line 18\n", "x=1\n")
    agent.stop()
    assert world.git("show", "HEAD:code.py").splitlines()[1:18:16] == ["line 2", "x = 1"]
    assert status(world) == ["M  code.py"]
    assert "x" not in world.git("diff", "--cached", "--unified=0", "--", "code.py").partition("@@")[2]


@pytest.mark.parametrize("staged", [False, True])
def test_a_hook_that_formats_what_is_committed(world: World, staged: bool) -> None:
    """As pre-commit does with `git add` in the hook: index and work tree follow."""
    if staged:
        world.repo.write("staged.py", "staged\n")
        world.git("add", "staged.py")
    hook = world.file(".git/hooks/pre-commit")
    hook.write_text("#!/bin/sh\nsed -i s/x=1/x\\ =\\ 1/ one.py\ngit add one.py\n")
    hook.chmod(0o755)
    world.agent().turn("Write one", {"one.py": "x=1\n"})
    assert world.git("show", "HEAD:one.py") == "x = 1"
    assert status(world) == (["A  staged.py"] if staged else [])
    assert world.errors() == []
