"""Git's own housekeeping, and a person's, between any two events: nothing of ours is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.scenario.test_tokens import counted, spent
from tests.scenario.world import World


def repack(world: World) -> None:
    world.git("repack", "-adq")
    world.git("prune-packed")


def prune_everything(world: World) -> None:
    world.git("reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")
    world.git("gc", "--quiet", "--prune=now")


def stash(world: World) -> None:
    """What is not committed yet goes away and comes back."""
    before = world.git("stash", "list")
    world.git("stash", "push", "--quiet", "--include-untracked")
    world.git("gc", "--quiet", "--prune=now")
    if world.git("stash", "list") != before:
        world.git("stash", "pop", "--quiet")


def other_branches(world: World) -> None:
    world.git("branch", "--quiet", "side")
    world.git("branch", "--quiet", "-D", "side")
    world.git("worktree", "add", "--quiet", "--detach", "../beside")
    world.git("worktree", "remove", "--force", "../beside")
    world.git("worktree", "prune")
    world.git("pack-refs", "--all", "--prune")


@pytest.mark.parametrize("keep", [repack, prune_everything, stash, other_branches], ids=lambda f: f.__name__)
@pytest.mark.parametrize("long", [False, True], ids=["short", "in segments"])
def test_between_any_two_events(world: World, keep: Callable[[World], None], long: bool) -> None:
    agent = world.agent()
    text = "word " * 30_000 if long else "Done."  # enough for segments that never change
    checkpoints = []
    for number in range(2):
        agent.prompt(f"Write {number}")
        keep(world)
        agent.write(f"{number}.py", f"{number}\n")
        agent.say(text)
        agent.stop()
        keep(world)
        agent.turn(f"Change {number}", {f"{number}.py": f"{number}\nmore\n"}, text)
        keep(world)
        world.git("add", f"{number}.py")
        checkpoints.append(world.commit())
        keep(world)
    for number, checkpoint in enumerate(checkpoints):
        assert world.root(checkpoint)["files_touched"] == [f"{number}.py"]
        assert world.stored(checkpoint, "prompt.txt") == f"Write {number}\n\n---\n\nChange {number}"
        assert f"Change {number}" in world.transcript(checkpoint)
    assert counted(world, agent.session_id) == spent(agent)
    world.check_sound()


def test_the_steps_of_an_uncommitted_turn_survive(world: World) -> None:
    """A rewind finds the first version after everything that can be pruned is pruned."""
    agent = world.agent()
    agent.turn("Write it", {"one.py": "first\n"})
    agent.turn("Change it", {"one.py": "second\n"})
    prune_everything(world)
    step = world.git("rev-list", "--first-parent", "--grep=^Entire-Session: ", world.shadows()[0]).split()[1]
    world.entire("rewind", "--to", step, "--yes")
    assert world.file("one.py").read_text() == "first\n"
    prune_everything(world)
    agent.turn("Once more", {"one.py": "third\n"})
    world.git("add", "one.py")
    assert world.commit()
    world.check_sound()


@pytest.mark.parametrize("force", [True, False])
def test_a_worktree_that_is_removed_while_its_session_waits(world: World, force: bool) -> None:
    """Its work is in the shadow branch; other worktrees go on, and the session can end."""
    world.git("worktree", "add", "--quiet", "-b", "side", "../side")
    there = world.repo.path.parent / "side"
    agent = world.agent()
    agent.root = str(there)
    agent.turn("Write beside", {"beside.py": "1\n"})
    if force:
        world.git("worktree", "remove", "--force", "../side")
    else:
        world.git("add", "beside.py", cwd=there)
        world.commit(cwd=there)
        world.git("worktree", "remove", "--force", "../side")
    world.git("worktree", "prune")
    prune_everything(world)
    other = world.agent()
    other.turn("Write here", {"here.py": "1\n"})
    world.git("add", "here.py")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["here.py"]
    agent.root = str(world.repo.path)
    agent.end()
    for words in (("status",), ("doctor",), ("session", "list"), ("clean",)):
        world.run("entire", *words, check=False)
    world.check_sound()
