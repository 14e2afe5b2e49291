"""The seam itself: effects are counted over the hooks of a command, and the fault strikes where it should."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.disturbed import Disturbed, commit, number_of, turn
from tests.faults.stage import KILLS_GIT

from entire.core import faults


@pytest.fixture
def disturbed(tmp_path: Path) -> Disturbed:
    return Disturbed(tmp_path, turn, commit)


def test_effects_are_numbered_over_all_hooks_of_a_commit(disturbed: Disturbed) -> None:
    rows = disturbed.play()
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert {row[1] for row in rows} == {"prepare-commit-msg", "post-commit"}
    events = {row[2] for row in rows}
    assert {"open", "entire.write", "os.rename", "entire.git", "fcntl.flock", "os.mkdir"} <= events
    assert disturbed.world.checkpoint()
    again = disturbed.play()
    assert again != rows  # other ids
    assert [row[:3] for row in again] == [row[:3] for row in rows]


def test_a_fault_strikes_once(disturbed: Disturbed) -> None:
    rows = disturbed.play("1:kill")
    assert [row[1] for row in rows[:2]] == ["prepare-commit-msg", "post-commit"]


def test_an_effect_is_named_by_its_line(disturbed: Disturbed) -> None:
    rows = disturbed.play("post-commit\tentire.git\tgit update-ref:kill")
    assert rows[-1][1:] == ["post-commit", "entire.git", "git update-ref"]
    rows = disturbed.play("fcntl.flock:EACCES")
    assert [row[1] for row in rows if row[2] == "fcntl.flock"][:1] == ["prepare-commit-msg"]
    assert len({row[1] for row in rows}) == 2  # the next process goes on


def test_an_effect_that_fails(disturbed: Disturbed) -> None:
    at = number_of(disturbed.play(), "post-commit", "git update-ref")
    disturbed.play(f"{at}:ENOSPC")
    assert [row["hook"] for row in disturbed.world.errors()] == ["post-commit"]
    rows = disturbed.play(f"{at}:{faults.GIT_FAILS}")
    assert number_of(rows[at:], "post-commit", "git update-ref") > at  # as if the ref had moved: tried again


def test_git_is_killed_while_it_holds_a_lock(disturbed: Disturbed) -> None:
    hook = Path(f"{disturbed.log}.hooks", "reference-transaction")
    hook.parent.mkdir()
    hook.write_text(KILLS_GIT)
    hook.chmod(0o755)
    at = number_of(disturbed.play(), "post-commit", "git update-ref")
    disturbed.play(f"{at}:{faults.GIT_KILLED}")
    found = [row for row in disturbed.world.log() if row["msg"] == "lock of a killed update removed"]
    assert [Path(row["path"]).name for row in found] == ["v1.lock"]
    assert not list(disturbed.world.file(".git/refs").rglob("*.lock"))
