"""The truth table: no line has a wrong owner, and only those are unknown that leave no evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.truth.play import Scenario, play
from tests.truth.scenarios import SCENARIOS
from tests.truth.score import RIGHT, UNKNOWN, WRONG, Line, score, unexplained, wrong_records


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one.name for one in SCENARIOS])
def test_owners(tmp_path: Path, scenario: Scenario) -> None:
    stage = play(tmp_path / "repo", scenario)
    assert score(stage, scenario).unexpected == []
    assert wrong_records(stage, scenario) == []
    assert unexplained(stage, scenario) == []
    stage.world.check_sound()


@pytest.mark.parametrize(
    ("truth", "said", "verdict"),
    [
        ("h", "h", RIGHT),
        ("h", ".", WRONG),  # the commit lost its link
        (".", "h", WRONG),
        (".", ".", RIGHT),
        ("h~", ".", WRONG),
        ("?", "unknown", RIGHT),
        ("a1", "no_lines", UNKNOWN),
    ],
)
def test_verdicts(truth: str, said: str, verdict: str) -> None:
    assert Line("f.py", "x", truth, said).verdict == verdict


def test_there_are_enough() -> None:
    names = [one.name for one in SCENARIOS]
    assert len(names) == len(set(names)) >= 40
