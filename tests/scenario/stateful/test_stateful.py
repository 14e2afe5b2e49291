"""Random interleavings of agents' turns and people's git, through installed hooks: nothing is ever lost.

With ENTIRE_SOAK set it looks further, anew each time; ENTIRE_SOAK_EXAMPLES says how far, and ENTIRE_SOAK_FAST
leaves out the search for a shorter example.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.scenario.stateful.model import prepare
from tests.scenario.stateful.rules import Machine

SOAK = bool(os.environ.get("ENTIRE_SOAK"))
SETTINGS = settings(
    max_examples=int(os.environ.get("ENTIRE_SOAK_EXAMPLES", "150")) if SOAK else 10,
    stateful_step_count=30 if SOAK else 15,
    derandomize=not SOAK,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate] if os.environ.get("ENTIRE_SOAK_FAST") else list(Phase),
)


@pytest.mark.property
def test_any_interleaving(tmp_path: Path) -> None:
    Machine.template, Machine.ground = tmp_path / "template", tmp_path
    Machine.thorough = SOAK
    prepare(Machine.template)
    run_state_machine_as_test(Machine, settings=SETTINGS)
