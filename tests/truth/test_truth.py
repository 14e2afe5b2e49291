"""The truth table: no line has a wrong owner, and only those are unknown that leave no evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.truth.play import Scenario, play
from tests.truth.scenarios import SCENARIOS
from tests.truth.score import score


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one.name for one in SCENARIOS])
def test_owners(tmp_path: Path, scenario: Scenario) -> None:
    stage = play(tmp_path / "repo", scenario)
    assert score(stage, scenario).unexpected == []
    stage.world.check_sound()


def test_there_are_enough() -> None:
    names = [one.name for one in SCENARIOS]
    assert len(names) == len(set(names)) >= 40
