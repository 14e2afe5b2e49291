from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from entire.core import clock, log
from entire.session.phase import Action, Phase, PhaseEvent, TransitionContext, transition
from entire.session.state import State, transition_and_log

THEN, NOW = "2026-01-01T00:00:00+11:00", "2026-01-02T00:00:00+11:00"
OURS = {Action.UPDATE_LAST_INTERACTION, Action.CLEAR_ENDED_AT}
CASES = list(itertools.product(Phase.ALL, PhaseEvent.ALL, (False, True), (False, True)))


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now_local", lambda: NOW)


def ended(phase: str = Phase.ENDED) -> State:
    return State(session_id="s", phase=phase, ended_at=THEN, last_interaction_time=THEN, fully_condensed=True)


@pytest.mark.parametrize(("phase", "event", "files", "rebase"), CASES)
def test_the_state_follows_the_table(phase: str, event: str, files: bool, rebase: bool) -> None:
    context = TransitionContext(files, rebase)
    result = transition(phase, event, context)
    state = ended(phase)
    left = transition_and_log(state, event, context)
    assert state.phase == result.phase
    touched = Action.UPDATE_LAST_INTERACTION in result.actions
    assert state.last_interaction_time == (NOW if touched else THEN)
    reopened = Action.CLEAR_ENDED_AT in result.actions
    assert (state.ended_at, state.fully_condensed) == (("", False) if reopened else (THEN, True))
    assert left == tuple(action for action in result.actions if action not in OURS)


def test_nothing_else_is_changed() -> None:
    state = State(session_id="s", base_commit="b", phase=Phase.IDLE, files_touched=["a"], checkpoint_count=3)
    transition_and_log(state, PhaseEvent.TURN_START)
    assert state == State(
        session_id="s",
        base_commit="b",
        phase=Phase.ACTIVE,
        files_touched=["a"],
        checkpoint_count=3,
        last_interaction_time=NOW,
    )


def test_only_a_change_of_phase_is_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log._Target, "root", str(tmp_path))
    monkeypatch.setattr(log._Target, "path", str(tmp_path / "log"))
    monkeypatch.setattr(log._Target, "level", 20)
    state = State(session_id="s", phase=Phase.IDLE)
    transition_and_log(state, PhaseEvent.TURN_START)
    transition_and_log(state, PhaseEvent.TURN_START)
    (line,) = (tmp_path / "log").read_text().splitlines()
    row = json.loads(line)
    shown = {key: row[key] for key in ("level", "msg", "session_id", "event", "from", "to")}
    assert shown == {
        "level": "INFO",
        "msg": "phase transition",
        "session_id": "s",
        "event": "TurnStart",
        "from": "idle",
        "to": "active",
    }
