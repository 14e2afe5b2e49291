"""What fault injection has found in `entire link` and `entire unlink`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.faults.disturbed import Disturbed, number_of
from tests.scenario.links.test_kept_links import noted
from tests.scenario.world import World

from entire.core import faults


def unhooked(world: World) -> None:
    """A commit of a session that has a checkpoint of an earlier commit; git's clock says it is old."""
    agent = world.agent("one")
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    world.env["GIT_COMMITTER_DATE"] = "2026-01-01T00:00:00Z"
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "by hand")
    del world.env["GIT_COMMITTER_DATE"]


def link(world: World) -> None:
    world.run("entire", "link", "HEAD", "one", check=False)


def prompt(world: World) -> None:
    world.agent("one").prompt("Write three")


@pytest.mark.parametrize("later", [link, prompt])
def test_a_link_that_was_killed_is_made_once(tmp_path: Path, later: Callable[[World], None]) -> None:
    """What it promised is kept first: then the commit has the checkpoint that the command would write."""
    disturbed = Disturbed(tmp_path, unhooked, link)
    world, rows = disturbed.world, disturbed.play()
    begun = number_of(rows, "link", "promised")
    renamed = [int(row[0]) for row in rows[begun:] if row[2] == "os.rename"]
    for number in (renamed[0] + 1, renamed[-1]):  # after the promise was written, and before the last state
        disturbed.play(f"{number}:{faults.KILL}")
        later(world)
        [checkpoint] = noted(world)
        assert world.stored(checkpoint, "prompt.txt") == "Write two"


def test_a_link_that_could_not_be_made_is_made_once(tmp_path: Path) -> None:
    """The commit has its note, but the checkpoint cannot be written: its id is kept for the next try."""
    disturbed = Disturbed(tmp_path, unhooked, link)
    world, rows = disturbed.world, disturbed.play()
    updates = [int(row[0]) for row in rows if row[3] == "git update-ref"]
    disturbed.play(f"{updates[1]}:EIO")  # the first one is the note's
    [promised] = noted(world)
    link(world)
    assert noted(world) == [promised]
    assert world.stored(promised, "prompt.txt") == "Write two"
