"""Commits that git makes anew stay linked, whatever their new message says."""

from __future__ import annotations

import json

import pytest
from tests.scenario.world import World


@pytest.fixture
def linked(world: World) -> str:
    """A commit with a checkpoint."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert checkpoint
    return checkpoint


def checkpoints(world: World, commit: str = "HEAD") -> list[str]:
    """What `entire explain --commit` knows of a commit."""
    out = world.run("entire", "explain", "--commit", commit, "--json").stdout
    found = json.loads(out)
    return [found["checkpoint_id"]] if found["checkpoint_id"] else []


def notes(world: World) -> str:
    return world.git("for-each-ref", "refs/notes")


def test_amend_with_a_new_message(world: World, linked: str) -> None:
    world.git("commit", "--quiet", "--amend", "--message=Better words")
    assert "Entire-Checkpoint" not in world.git("log", "-1", "--format=%B")
    assert checkpoints(world) == [linked]
    world.git("commit", "--quiet", "--amend", "--message=Best words")
    assert checkpoints(world) == [linked], "from note to note"
    world.check_sound()


def test_a_link_that_somebody_takes_out_stays_out(world: World, linked: str) -> None:
    message = world.git("log", "-1", "--format=%s")
    world.git("commit", "--quiet", "--amend", f"--message={message}")
    assert checkpoints(world) == []
    assert notes(world) == ""


def test_after_the_session_is_over(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    agent.end()
    world.git("commit", "--quiet", "--amend", "--message=Other words")
    assert checkpoints(world) == [checkpoint]


def test_commits_without_a_link_cost_no_python(world: World) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "--message=Mine")
    world.git("commit", "--quiet", "--amend", "--message=Still mine")
    assert notes(world) == ""


def test_squashed_by_rebase(world: World, linked: str) -> None:
    agent = world.agent()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    second = world.commit()
    editor = "sequence.editor=sed -i -e 2s/pick/fixup/"
    world.git("-c", editor, "rebase", "--quiet", "--interactive", "HEAD~2")
    out = json.loads(world.run("entire", "explain", "--json").stdout)
    assert linked in json.dumps(out)
    assert second in json.dumps(out)
    world.check_sound()
