"""The seam itself: effects are counted over the hooks of a command, and the fault strikes where it should."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

from entire.core import faults


class Committing:
    """A repository with a commit to make, as often as needed."""

    def __init__(self, folder: Path) -> None:
        self.log, self.kept = folder / "effects", folder / "kept"
        self.world = World.enabled(make_repo(folder / "repo"))
        for number in range(256):  # otherwise the number of effects depends on the ids of objects
            self.world.file(f".git/objects/{number:02x}").mkdir(exist_ok=True)
        self.world.agent("one").turn("Write one", {"one.py": "1\n"})
        self.world.git("add", "one.py")
        shutil.copytree(self.world.repo.path, self.kept, symlinks=True)

    def commit(self, fault: str) -> list[list[str]]:
        """Commit with a fault; returns the effects as rows: number, hook, event, detail."""
        shutil.rmtree(self.world.repo.path)
        shutil.copytree(self.kept, self.world.repo.path, symlinks=True)
        self.log.unlink(missing_ok=True)
        self.world.env[faults.VARIABLE] = f"{fault}:{self.log}"
        self.world.git("commit", "--quiet", "-m", "work")
        del self.world.env[faults.VARIABLE]
        return [line.split("\t") for line in self.log.read_text().splitlines()]


@pytest.fixture
def committing(tmp_path: Path) -> Committing:
    return Committing(tmp_path)


def number_of(rows: list[list[str]], hook: str, detail: str) -> int:
    return next(int(row[0]) for row in rows if row[1] == hook and row[3].startswith(detail))


def test_effects_are_numbered_over_all_hooks_of_a_commit(committing: Committing) -> None:
    rows = committing.commit("0:list")
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert {row[1] for row in rows} == {"prepare-commit-msg", "post-commit"}
    events = {row[2] for row in rows}
    assert {"open", "entire.write", "os.rename", "entire.git", "fcntl.flock", "os.mkdir"} <= events
    assert committing.world.checkpoint()
    assert committing.commit("0:list") != rows  # other ids
    assert len(committing.commit("0:list")) == len(rows)


def test_a_fault_strikes_once(committing: Committing) -> None:
    rows = committing.commit("1:kill")
    assert [row[1] for row in rows[:2]] == ["prepare-commit-msg", "post-commit"]


def test_an_effect_that_fails(committing: Committing) -> None:
    at = number_of(committing.commit("0:list"), "post-commit", "git update-ref")
    committing.commit(f"{at}:ENOSPC")
    assert [row["hook"] for row in committing.world.errors()] == ["post-commit"]
    rows = committing.commit(f"{at}:{faults.GIT_FAILS}")
    assert number_of(rows[at:], "post-commit", "git update-ref") > at  # as if the ref had moved: tried again


def test_git_is_killed_while_it_holds_a_lock(committing: Committing) -> None:
    hook = Path(f"{committing.log}.hooks", "reference-transaction")
    hook.parent.mkdir()
    hook.write_text('#!/bin/sh\n[ "$1" != prepared ] || kill -9 $PPID\n')
    hook.chmod(0o755)
    at = number_of(committing.commit("0:list"), "post-commit", "git update-ref")
    committing.commit(f"{at}:{faults.GIT_KILLED}")
    locks = list(committing.world.file(".git/refs").rglob("*.lock"))
    assert [path.name for path in locks] == ["v1.lock"]
