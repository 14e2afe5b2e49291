"""Sessions that share a shadow branch: it goes when the last of their steps is condensed."""

from __future__ import annotations

from tests.scenario.commits.waiting import findings
from tests.scenario.world import World


def nothing_left(world: World) -> None:
    assert world.shadows() == []
    assert world.git("for-each-ref", "refs/entire/orphaned") == ""
    assert findings(world) == []


def test_a_turn_that_goes_on_after_its_commit_does_not_keep_a_branch(world: World) -> None:
    """It has no steps there, but moves to the next commit when it stops."""
    first, second = world.agent(), world.agent()
    first.prompt("Write one")
    first.write("one.py", "1\n")
    world.git("add", "one.py")
    assert world.commit()
    second.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    assert world.commit()
    first.stop()
    nothing_left(world)


def test_a_step_on_a_branch_that_cannot_be_deleted_yet(world: World) -> None:
    """Its work is condensed, so there is nothing to set aside; its deletion waits for git."""
    first, second = world.agent(), world.agent()
    lock = world.file(".git/packed-refs.lock")
    first.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    lock.touch()
    assert world.commit()
    world.git("reset", "--quiet", "--keep", "HEAD~1")
    second.turn("Write two", {"two.py": "2\n"})
    assert world.errors() == []
    assert world.touched(second) == ["two.py"]
    world.git("add", "two.py")
    checkpoint = world.commit()
    assert checkpoint
    assert "Write two" in world.transcript(checkpoint)
    lock.unlink()
    second.prompt("Anything else?")
    second.stop()
    nothing_left(world)
