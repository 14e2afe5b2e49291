"""The phases of a session as one pure table; `phase_page.py` makes docs/phases.md from it."""

from __future__ import annotations

from entire.core.value import Value


class Phase:
    """Active: the agent is working. Idle: it waits for the next prompt. Ended: the agent is gone."""

    IDLE = "idle"
    ACTIVE = "active"
    ENDED = "ended"

    ALL = (IDLE, ACTIVE, ENDED)


class PhaseEvent:
    """What happens to a session."""

    TURN_START = "TurnStart"
    TURN_END = "TurnEnd"
    GIT_COMMIT = "GitCommit"
    SESSION_START = "SessionStart"
    SESSION_STOP = "SessionStop"
    COMPACTION = "Compaction"

    ALL = (TURN_START, TURN_END, GIT_COMMIT, SESSION_START, SESSION_STOP, COMPACTION)


class Action:
    """What to do about an event, in the order given."""

    CONDENSE = "Condense"  # the part of the session's work that the commit contains
    SAVE_STEP = "SaveStep"  # what the open turn has done so far
    WARN_STALE_SESSION = "WarnStaleSession"  # the last turn never ended: say so
    CLEAR_ENDED_AT = "ClearEndedAt"
    UPDATE_LAST_INTERACTION = "UpdateLastInteraction"


class TransitionContext(Value):
    """What a transition depends on besides phase and event."""

    has_files_touched: bool = False
    is_sequence_operation: bool = False  # a rebase, cherry-pick or revert is in progress


class Transition(Value):
    phase: str
    actions: tuple[str, ...] = ()


class Row(Value):
    """One row of the table. The first row whose condition is true applies."""

    source: str
    event: str
    condition: str  # "", "sequence operation", "files touched"
    target: str
    actions: tuple[str, ...] = ()


_TOUCH = (Action.UPDATE_LAST_INTERACTION,)
SEQUENCE = "sequence operation"
FILES = "files touched"

# A commit does not update the last interaction: only people and agents do.
TABLE: tuple[Row, ...] = (
    Row(Phase.IDLE, PhaseEvent.TURN_START, "", Phase.ACTIVE, _TOUCH),
    Row(Phase.IDLE, PhaseEvent.TURN_END, "", Phase.IDLE),
    Row(Phase.IDLE, PhaseEvent.GIT_COMMIT, SEQUENCE, Phase.IDLE),
    Row(Phase.IDLE, PhaseEvent.GIT_COMMIT, "", Phase.IDLE, (Action.CONDENSE,)),
    Row(Phase.IDLE, PhaseEvent.SESSION_START, "", Phase.IDLE),
    Row(Phase.IDLE, PhaseEvent.SESSION_STOP, "", Phase.ENDED, _TOUCH),
    Row(Phase.IDLE, PhaseEvent.COMPACTION, "", Phase.IDLE, _TOUCH),
    Row(Phase.ACTIVE, PhaseEvent.TURN_START, "", Phase.ACTIVE, _TOUCH),
    Row(Phase.ACTIVE, PhaseEvent.TURN_END, "", Phase.IDLE, _TOUCH),
    Row(Phase.ACTIVE, PhaseEvent.GIT_COMMIT, SEQUENCE, Phase.ACTIVE),
    Row(Phase.ACTIVE, PhaseEvent.GIT_COMMIT, "", Phase.ACTIVE, (Action.CONDENSE,)),
    Row(Phase.ACTIVE, PhaseEvent.SESSION_START, "", Phase.ACTIVE, (Action.WARN_STALE_SESSION,)),
    Row(Phase.ACTIVE, PhaseEvent.SESSION_STOP, "", Phase.ENDED, _TOUCH),
    Row(Phase.ACTIVE, PhaseEvent.COMPACTION, "", Phase.ACTIVE, (*_TOUCH, Action.SAVE_STEP)),
    Row(Phase.ENDED, PhaseEvent.TURN_START, "", Phase.ACTIVE, (Action.CLEAR_ENDED_AT, *_TOUCH)),
    Row(Phase.ENDED, PhaseEvent.TURN_END, "", Phase.ENDED),
    Row(Phase.ENDED, PhaseEvent.GIT_COMMIT, SEQUENCE, Phase.ENDED),
    Row(Phase.ENDED, PhaseEvent.GIT_COMMIT, FILES, Phase.ENDED, (Action.CONDENSE,)),
    Row(Phase.ENDED, PhaseEvent.GIT_COMMIT, "", Phase.ENDED),
    Row(Phase.ENDED, PhaseEvent.SESSION_START, "", Phase.IDLE, (Action.CLEAR_ENDED_AT,)),
    Row(Phase.ENDED, PhaseEvent.SESSION_STOP, "", Phase.ENDED),
    Row(Phase.ENDED, PhaseEvent.COMPACTION, "", Phase.ENDED),
)


def transition(phase: str, event: str, context: TransitionContext | None = None) -> Transition:
    """Pure: the phase after an event, and the actions to carry out. An unknown phase counts as idle."""
    facts = context or TransitionContext()
    holds = {"": True, SEQUENCE: facts.is_sequence_operation, FILES: facts.has_files_touched}
    source = phase if phase in Phase.ALL else Phase.IDLE
    for row in TABLE:
        if row.source == source and row.event == event and holds[row.condition]:
            return Transition(row.target, row.actions)
    raise ValueError(f"no such event: {event}")
