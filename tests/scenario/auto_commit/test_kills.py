"""A stop that is killed, at any of its effects: the next turn commits what is left, and nothing is lost."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from tests.faults.disturbed import Disturbed
from tests.faults.dump import leftovers_below
from tests.scenario.auto_commit.conftest import status
from tests.scenario.world import World

# All effects take some minutes; a prime finds others when effects are added.
EVERY = 1 if os.environ.get("ENTIRE_SOAK") else 11


def before(world: World) -> None:
    """A person has staged and changed files; the agent has done its work, and is about to stop."""
    world.entire("enable", "--strategy", "auto-commit", "--project")
    world.repo.write("code.py", "".join(f"line {n}\n" for n in range(1, 21)))
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "auto-commit")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    world.file("code.py").write_text(world.file("code.py").read_text().replace("line 2\n", "mine\n"))
    agent = world.agent("one")
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.replace("code.py", "line 18\n", "agent's\n")
    agent.say("Done.")


def stop(world: World) -> None:
    with suppress(CalledProcessError):
        world.agent("one").stop()


def check(world: World) -> None:
    """What must be true after a killed stop, and the next turn."""
    world.agent("one").turn("Write two", {"two.py": "2\n"})
    assert status(world) == [" M code.py", "A  staged.py"]
    diff = world.git("diff", "--unified=0", "--", "code.py")
    assert "+mine" in diff
    assert "agent's" not in diff
    assert world.git("show", "HEAD:one.py") == "1"
    assert world.git("show", "HEAD:two.py") == "2"
    assert "mine" not in world.git("show", "HEAD:code.py")
    ids = [id for id in map(world.checkpoint, world.git("rev-list", "HEAD").split()) if id]
    prompts = [world.stored(id, "prompt.txt") for id in ids]
    for prompt in ("Write one", "Write two"):
        assert sum(prompt in text for text in prompts) == 1, prompts
    subjects = world.git("log", "--format=%s").splitlines()
    assert len(subjects) == len(set(subjects)), "no commit twice"
    assert world.git("rev-list", "--merges", "HEAD") == ""
    promised = os.listdir(world.file(".git/entire-sessions/promised"))
    assert [name for name in promised if not name.endswith(".tmp")] == []
    assert world.shadows() == []
    assert [path for path in leftovers_below(world.repo.path / ".git") if path.endswith(".lock")] == []
    world.git("fsck", "--no-dangling", "--connectivity-only")


@pytest.mark.property
@pytest.mark.parametrize("kind", ["kill", "ENOSPC"])
def test_a_killed_stop_loses_nothing(tmp_path: Path, kind: str) -> None:
    disturbed = Disturbed(tmp_path, before, stop)
    rows = disturbed.play()
    check(disturbed.world)
    assert len(rows) > 50
    for number in range(1, len(rows) + 1, EVERY):
        disturbed.play(f"{number}:{kind}")
        try:
            check(disturbed.world)
        except AssertionError as error:
            raise AssertionError(f"{kind} at {rows[number - 1]}: {error}") from error
