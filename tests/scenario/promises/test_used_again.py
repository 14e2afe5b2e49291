"""A promise whose commit was not made, or is amended: what later turns did belongs to the next commit."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import branch_locked, is_stored, promised, without_hook
from tests.scenario.promises.held_git import HeldGit
from tests.scenario.promises.test_both_hooks import stopped
from tests.scenario.promises.test_killed_links import files_of, killed
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


@contextmanager
def refusing(world: World) -> Iterator[None]:
    """The user's own hook refuses every commit."""
    hook = world.repo.write(".git/hooks/commit-msg.pre-entire", "#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    try:
        yield
    finally:
        hook.unlink()


def refused(world: World, *words: str) -> None:
    with refusing(world):
        assert world.run("git", "commit", "--quiet", *words, check=False).returncode == 1


def add_two(world: World, agent: StandIn) -> None:
    """The next turn writes another file, which is staged."""
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")


def check_both(world: World, agent: StandIn, checkpoint: str) -> None:
    assert world.root(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert "Write two" in world.transcript(checkpoint)
    assert world.touched(agent) == []
    assert promised(world) == []


@pytest.mark.parametrize("is_made", [True, False])
def test_a_late_hook_of_the_commit_that_is_being_amended(world: World, tmp_path: Path, is_made: bool) -> None:
    """It got no lock in time, and the promise of what amends its commit is there already."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    add_two(world, agent)
    world.git("commit", "--quiet", "--amend", "--no-edit")
    agent.turn("Write three", {"three.py": "3\n"})
    world.git("add", "three.py")
    late = "flock .git/entire-sessions/lock entire hooks git post-commit </dev/null"
    rest = "entire hooks detached commits </dev/null"  # or the one that the late hook starts
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\n{late}\n{rest}\nexit {0 if is_made else 1}\n")
    editor.chmod(0o755)
    with without_hook(world, "post-commit"):
        world.env["GIT_EDITOR"] = str(editor)
        done = world.run("git", "commit", "--quiet", "--amend", check=False)
    assert (done.returncode == 0) == is_made
    agent.prompt("Go on")
    if not is_made:
        assert world.touched(agent) == ["three.py"]
        world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.root(checkpoint)["files_touched"] == ["one.py", "three.py", "two.py"]
    assert world.touched(agent) == []
    assert promised(world) == []


@pytest.mark.parametrize("postponed", [False, True])
def test_a_commit_that_is_amended_while_its_hook_completes_it(
    world: World, tmp_path: Path, postponed: bool
) -> None:
    """That hook has the lock, and does not know of the promise that is written without it.

    ``postponed``: the hook of the new commit gets no lock, and notes that commit.
    """
    other, agent = world.agent(), world.agent()
    other.turn("Write two", {"two.py": "2\n"})
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    held = HeldGit(world, tmp_path, "diff-tree")
    words = ["entire", "hooks", "git", "post-commit"]
    with without_hook(world, "post-commit"), without_hook(world, "post-rewrite"):
        checkpoint = world.commit()
        with subprocess.Popen(words, cwd=world.repo.path, env=held.env):
            held.wait()
            world.git("add", "two.py")
            world.git("commit", "--quiet", "--amend", "--no-edit")
            if postponed:
                world.run("entire", "hooks", "git", "post-commit")
            held.go_on()
    other.prompt("Go on")
    files = [world.session(checkpoint, number)["files_touched"] for number in (0, 1)]
    assert sorted(files) == [["one.py"], ["two.py"]]
    assert world.touched(other) == []
    assert promised(world) == []


@pytest.mark.parametrize("killed_hook", ["", "prepare-commit-msg", "post-commit"])
def test_an_amended_commit(world: World, killed_hook: str) -> None:
    """The first attempt to amend it was aborted."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    refused(world, "--amend", "--no-edit")
    assert promised(world) == [checkpoint]
    add_two(world, agent)
    if killed_hook == "prepare-commit-msg":
        world.repo.write(f".git/ENTIRE_LINKING.{world.repo.head}", "")
    with without_hook(world, killed_hook) if killed_hook else nullcontext():
        world.git("commit", "--quiet", "--amend", "--no-edit")
    if killed_hook == "post-commit":
        agent.prompt("Go on")
    assert world.checkpoint() == checkpoint
    check_both(world, agent, checkpoint)


@pytest.mark.parametrize("killed_hook", ["", "prepare-commit-msg", "post-commit"])
def test_a_message_of_a_refused_commit(world: World, killed_hook: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    refused(world, "-m", "work")
    [checkpoint] = promised(world)
    add_two(world, agent)
    if killed_hook == "prepare-commit-msg":
        world.repo.write(f".git/ENTIRE_LINKING.{world.repo.head}", "")
    with without_hook(world, killed_hook) if killed_hook else nullcontext():
        world.git("commit", "--quiet", "-F", ".git/COMMIT_EDITMSG")
    if killed_hook == "post-commit":
        agent.prompt("Go on")
    assert world.checkpoint() == checkpoint
    check_both(world, agent, checkpoint)


@pytest.mark.parametrize("how", ["at once", "later", "killed", "aborted before"])
def test_a_commit_that_waits_is_amended(world: World, how: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with branch_locked(world):
        checkpoint = world.commit()
        add_two(world, agent)
        if how == "aborted before":
            refused(world, "--amend", "--no-edit")
        if how == "later":
            world.git("commit", "--quiet", "--amend", "--no-edit")
            agent.prompt("Go on")
    if how == "later":
        agent.stop()
    elif how == "killed":
        with without_hook(world, "post-commit"):
            world.git("commit", "--quiet", "--amend", "--no-edit")
        agent.prompt("Go on")
    else:
        world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    check_both(world, agent, checkpoint)


@pytest.mark.parametrize("words", [("--no-edit",), ("-m", "other words")])
def test_a_commit_that_waits_is_not_amended_after_all(world: World, words: tuple[str, ...]) -> None:
    """It still gets its checkpoint, and nothing of what came later."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with branch_locked(world):
        checkpoint = world.commit()
        add_two(world, agent)
        refused(world, "--amend", *words)
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert "Write two" not in world.transcript(checkpoint)
    later = world.commit()
    assert world.session(later)["files_touched"] == ["two.py"]
    assert "Write two" in world.stored(later, "prompt.txt")
    assert checkpoint not in promised(world)


def test_a_killed_amend_without_a_message_of_its_own(world: World) -> None:
    """Post-commit of the first one was killed, too: nothing but its promise knows of it."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
        refused(world, "--amend", "--no-edit")
    world.agent().start()
    assert is_stored(world, checkpoint)
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


@pytest.mark.parametrize("post_commit", [True, False])
def test_a_refused_commit_is_not_the_one_that_could_not_be_linked(world: World, post_commit: bool) -> None:
    """Prepare-commit-msg of the next commit was killed: what it would have written down is not known."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    refused(world, "-m", "work")
    [aborted] = promised(world)
    add_two(world, agent)
    commit = killed(world, "two.py", post_commit=True) if post_commit else stopped(world, "two.py")
    world.agent().start()
    assert files_of(world, commit) == ["one.py", "two.py"]
    assert aborted not in world.git("notes", "--ref=entire", "show", commit)
    assert world.touched(agent) == []
