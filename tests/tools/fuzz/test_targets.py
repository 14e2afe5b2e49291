"""A small sample of `make fuzz`: hypothesis finds short examples where the driver finds any."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.fuzz.registry import TARGETS
from tools.fuzz.run import run_case

from entire.agent import registry
from entire.core import log

QUICK = [name for name, target in TARGETS.items() if target.share >= 0.1]  # the others run commands
WHOLE = [name for name in TARGETS if name not in QUICK]


@pytest.fixture(autouse=True)
def no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another test may have set one up: writing to it would be a write elsewhere."""
    monkeypatch.setattr(log._Target, "path", "")


@pytest.mark.parametrize("name", QUICK)
def test_any_input(name: str) -> None:
    @settings(max_examples=15)
    @given(st.randoms(use_true_random=False))
    def sample(dice: random.Random) -> None:
        wrong, _ = run_case(TARGETS[name], dice)
        assert not wrong

    sample()


@pytest.mark.parametrize("name", WHOLE)
def test_any_input_of_a_command(name: str) -> None:
    wrong, _ = run_case(TARGETS[name], random.Random(1))
    assert not wrong


@pytest.mark.parametrize("name", registry.names())
def test_every_agent_is_there(name: str) -> None:
    kinds = ("payload", "transcript", "shown transcript", "at home", "settings")
    assert {f"{name} {kind}" for kind in kinds} <= TARGETS.keys()
