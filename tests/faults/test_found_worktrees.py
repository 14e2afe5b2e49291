"""What fault injection has found where one turn works in two worktrees."""

from __future__ import annotations

from pathlib import Path

from tests.faults.commands import WORKTREES
from tests.faults.drive import Player

STOP = next(number for number, step in enumerate(WORKTREES.steps) if step.name == "stop in the second")


def test_a_turn_that_two_commits_have_is_not_in_a_third(tmp_path: Path) -> None:
    """Its stop was killed before the state; the session moves to the first worktree, still in the turn."""
    player = Player(WORKTREES, tmp_path / "stage")
    player.prepare()
    saves = [
        int(row[0]) for row in player.effects[STOP] if row[2] == "open" and row[3].startswith("one.json.")
    ]
    outcome = player.disturb(STOP, saves[-1], "kill")
    assert (outcome.problems, outcome.details) == ([], [])
