"""The decisions of the doctor and of cleaning, as tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from entire.core import clock
from entire.core.log_read import Row, parse
from entire.doctor.sessions import Facts, Symptom, symptom
from entire.doctor.slow import Slow, summarize
from entire.session.state import State
from entire.strategy.clean.branches import Branch, Fate, decide, needed
from entire.strategy.clean.items import is_orphaned

LONG_AGO = "2020-01-01T00:00:00Z"
WORK, NO_WORK, ALIVE, SILENT = True, False, True, False


@pytest.mark.parametrize(
    ("phase", "turn_ids", "last", "working", "condensable", "expected"),
    [
        ("idle", [], "now", ALIVE, NO_WORK, ""),
        ("idle", [], "now", SILENT, WORK, ""),  # it waits for a commit
        ("idle", [], LONG_AGO, SILENT, NO_WORK, ""),
        ("idle", [], LONG_AGO, SILENT, WORK, Symptom.STALE),
        ("active", [], "now", ALIVE, WORK, ""),
        ("active", [], LONG_AGO, ALIVE, WORK, ""),  # its transcript grows
        ("active", [], "", SILENT, NO_WORK, Symptom.SILENT),
        ("active", [], LONG_AGO, SILENT, WORK, Symptom.SILENT),
        ("active", ["0123456789ab"], "now", ALIVE, WORK, ""),
        ("active", ["0123456789ab"], LONG_AGO, SILENT, NO_WORK, Symptom.CRASHED),
        ("idle", ["0123456789ab"], "now", ALIVE, NO_WORK, Symptom.CRASHED),
        ("ended", ["0123456789ab"], "now", ALIVE, NO_WORK, Symptom.CRASHED),
        ("ended", [], "now", ALIVE, NO_WORK, ""),
        ("ended", [], "now", ALIVE, WORK, Symptom.ENDED),
        ("ended", [], LONG_AGO, SILENT, WORK, Symptom.ENDED),
    ],
)
def test_symptoms(
    phase: str, turn_ids: list[str], last: str, working: bool, condensable: bool, expected: str
) -> None:
    last = clock.now_local() if last == "now" else last
    state = State(phase=phase, turn_checkpoint_ids=turn_ids, last_interaction_time=last)
    assert symptom(Facts(state, working, condensable)) == expected


@pytest.mark.parametrize(
    ("phase", "working", "expected"),
    [
        ("active", ALIVE, ""),  # its hooks read on
        ("active", SILENT, Symptom.UNREAD),
        ("idle", ALIVE, Symptom.UNREAD),
        ("ended", SILENT, Symptom.UNREAD),
    ],
)
def test_a_transcript_that_is_not_read(phase: str, working: bool, expected: str) -> None:
    state = State(phase=phase, turn_checkpoint_ids=["0123456789ab"] * (phase == "idle"))
    assert symptom(Facts(state, working, NO_WORK, unread=5)) == expected


NAME, TIP = "entire/1234567-e3b0c4", "t1"


@pytest.mark.parametrize(
    ("steps", "elsewhere", "wanted", "condensed", "expected"),
    [
        (2, False, {NAME}, set(), Fate.NEEDED),
        (2, False, {NAME}, {(NAME, TIP)}, Fate.NEEDED),
        (2, False, set(), {(NAME, TIP)}, Fate.CONDENSED),
        (2, False, set(), {(NAME, "t0")}, Fate.UNCLAIMED),  # it has new steps since
        (2, False, set(), {(NAME, "t0"), (NAME, TIP)}, Fate.CONDENSED),
        (2, False, {"entire/7654321-e3b0c4"}, set(), Fate.UNCLAIMED),
        (0, True, set(), set(), Fate.EMPTY),
        (0, False, set(), set(), Fate.FOREIGN),
    ],
)
def test_fates(
    steps: int, elsewhere: bool, wanted: set[str], condensed: set[tuple[str, str]], expected: str
) -> None:
    assert decide(Branch(NAME, TIP, steps, [], elsewhere), wanted, condensed) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"phase": "active"}, True),
        ({"phase": "idle"}, True),
        ({"phase": "ended"}, False),
        ({"phase": "ended", "checkpoint_count": 1}, True),
        ({"phase": "ended", "files_touched": ["a"]}, True),
        ({"phase": "ended", "turn_checkpoint_ids": ["0123456789ab"]}, False),  # its steps are condensed
    ],
)
def test_a_session_s_branch_is_needed(values: dict[str, Any], expected: bool) -> None:
    state = State(base_commit="1234567890", **values)
    assert (NAME in needed([state])) == expected


@pytest.mark.parametrize(
    ("values", "has_branch", "working", "expected"),
    [
        ({}, False, False, True),
        ({"phase": "active"}, False, False, True),
        ({"phase": "active"}, False, True, False),
        ({}, True, False, False),
        ({"checkpoint_count": 1}, False, False, False),
        ({"files_touched": ["a"]}, False, False, False),
        ({"turn_checkpoint_ids": ["0123456789ab"]}, False, False, False),
        ({"condensed_branches": {(NAME, TIP)}}, False, False, False),
        ({"started_at": "now"}, False, False, False),
        ({"last_interaction_time": "now"}, False, False, False),
        ({"started_at": "no time at all"}, False, False, True),
    ],
)
def test_orphaned_states(values: dict[str, Any], has_branch: bool, working: bool, expected: bool) -> None:
    now = clock.now_local()
    given: dict[str, Any] = {"phase": "idle", "started_at": LONG_AGO, "last_interaction_time": LONG_AGO}
    given |= {key: now if value == "now" else value for key, value in values.items()}
    state = State(**given)
    assert is_orphaned(state, has_branch=has_branch, working=working) == expected


def rows(*given: dict[str, Any]) -> list[Row]:
    return [row for one in given if (row := parse(json.dumps({"level": "WARN"} | one).encode())) is not None]


def test_slow_hooks_are_summed_up() -> None:
    found = summarize(
        rows(
            {"hook": "stop", "duration_ms": 1500},
            {"hook": "post-commit", "duration_ms": 4000},
            {"hook": "stop", "duration_ms": 1200},
            {"hook": "stop", "duration_ms": "long"},
            {"hook": ["stop"], "duration_ms": 9000},
            {"msg": "another matter"},
        )
    )
    assert found == [Slow("post-commit", 1, 4000), Slow("stop", 2, 1500)]
