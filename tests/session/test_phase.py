from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.session.phase import TABLE, Action, Phase, PhaseEvent, Transition, TransitionContext, transition

# The table, row by row: phase, event, condition, phase after, actions. docs/phases.md says where it differs
# from the reference, and why.
TABLE_TEXT = """
idle   TurnStart    -       active UpdateLastInteraction
idle   TurnEnd      -       idle   -
idle   GitCommit    rebase  idle   -
idle   GitCommit    else    idle   Condense
idle   SessionStart -       idle   -
idle   SessionStop  -       ended  UpdateLastInteraction
idle   Compaction   -       idle   UpdateLastInteraction
active TurnStart    -       active UpdateLastInteraction
active TurnEnd      -       idle   UpdateLastInteraction
active GitCommit    rebase  active -
active GitCommit    else    active Condense
active SessionStart -       active WarnStaleSession
active SessionStop  -       ended  UpdateLastInteraction
active Compaction   -       active UpdateLastInteraction,SaveStep
ended  TurnStart    -       active ClearEndedAt,UpdateLastInteraction
ended  TurnEnd      -       ended  -
ended  GitCommit    rebase  ended  -
ended  GitCommit    files   ended  Condense
ended  GitCommit    nofiles ended  -
ended  SessionStart -       idle   ClearEndedAt
ended  SessionStop  -       ended  -
ended  Compaction   -       ended  -
"""
ROWS = [tuple(line.split()) for line in TABLE_TEXT.split("\n") if line]
CONTEXTS = [TransitionContext(files, rebase) for files in (False, True) for rebase in (False, True)]


def expected(phase: str, event: str, context: TransitionContext) -> Transition:
    holds = {
        "-": True,
        "rebase": context.is_sequence_operation,
        "else": not context.is_sequence_operation,
        "files": context.has_files_touched and not context.is_sequence_operation,
        "nofiles": not context.has_files_touched and not context.is_sequence_operation,
    }
    found = [row for row in ROWS if row[:2] == (phase, event) and holds[row[2]]]
    assert len(found) == 1, "the specification says one thing for every case"
    actions = () if found[0][4] == "-" else tuple(found[0][4].split(","))
    return Transition(found[0][3], actions)


@pytest.mark.parametrize(("phase", "event"), list(itertools.product(Phase.ALL, PhaseEvent.ALL)))
@pytest.mark.parametrize("context", CONTEXTS)
def test_every_case_is_as_the_specification_says(phase: str, event: str, context: TransitionContext) -> None:
    assert transition(phase, event, context) == expected(phase, event, context)


def test_every_row_of_the_table_is_reached_and_there_are_no_others() -> None:
    assert len(TABLE) == len(ROWS)
    reached = set()
    for phase, event, context in itertools.product(Phase.ALL, PhaseEvent.ALL, CONTEXTS):
        result = transition(phase, event, context)
        reached.add((phase, event, result.phase, result.actions))
    assert reached == {(row.source, row.event, row.target, row.actions) for row in TABLE}


def test_without_context_nothing_is_assumed() -> None:
    assert transition(Phase.ENDED, PhaseEvent.GIT_COMMIT).actions == ()


@pytest.mark.parametrize("phase", ["", "active_committed", "ACTIVE", "\n"])
@pytest.mark.parametrize("event", PhaseEvent.ALL)
def test_an_unknown_phase_counts_as_idle(phase: str, event: str) -> None:
    assert transition(phase, event) == transition(Phase.IDLE, event)


@pytest.mark.parametrize("event", ["", "turnstart", "Rewind"])
def test_an_unknown_event_is_a_mistake(event: str) -> None:
    with pytest.raises(ValueError, match="no such event"):
        transition(Phase.IDLE, event)


events = st.lists(st.tuples(st.sampled_from(PhaseEvent.ALL), st.sampled_from(CONTEXTS)), max_size=30)
KNOWN_ACTIONS = {value for name, value in vars(Action).items() if name.isupper()}


@given(st.text(), events)
def test_no_history_leads_out_of_the_table(phase: str, history: list[tuple[str, TransitionContext]]) -> None:
    for event, context in history:
        phase, actions = transition(phase, event, context)
        assert phase in Phase.ALL
        assert set(actions) <= KNOWN_ACTIONS
        assert len(set(actions)) == len(actions)


@given(st.sampled_from(Phase.ALL), events)
def test_what_every_history_has_in_common(phase: str, history: list[tuple[str, TransitionContext]]) -> None:
    for event, context in history:
        before, (phase, actions) = phase, transition(phase, event, context)
        if event == PhaseEvent.TURN_START:
            assert phase == Phase.ACTIVE
        if event == PhaseEvent.SESSION_STOP:
            assert phase == Phase.ENDED
        if event == PhaseEvent.GIT_COMMIT:
            assert phase == before
            assert Action.UPDATE_LAST_INTERACTION not in actions
            assert not (context.is_sequence_operation and actions)
        assert (Action.CLEAR_ENDED_AT in actions) == (before == Phase.ENDED != phase)
