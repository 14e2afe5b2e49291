"""Find sessions that are stuck: their work waits for an event that will not come."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.core.text import count, short_session_id
from entire.core.value import Value
from entire.doctor.finding import Finding, Repair, Stuck
from entire.git.objects.read import Objects
from entire.session import cursors
from entire.session.state import UNKNOWN_AGENT, State, is_working
from entire.session.store import Store
from entire.strategy.protocol import Strategy
from entire.strategy.turn.shadow import branch_of, tip_of


class Symptom:
    SILENT = "silent_session"  # in a turn, but inactive
    CRASHED = "crashed_turn"  # the same, with checkpoints that lack the end of the conversation
    ENDED = "ended_session"  # over, with steps in no checkpoint
    STALE = "stale_session"  # inactive for a week, with steps in no checkpoint
    UNREAD = "unread_transcript"  # too long for its hooks so far


class Facts(Value):
    state: State
    working: bool  # was active within the last hour
    condensable: bool  # has work that is in no checkpoint
    unread: int = 0  # how much of its transcript was left for later


def symptom(facts: Facts) -> str:
    """Pure: return what is wrong with a session; empty if nothing is."""
    state = facts.state
    if facts.unread and not (state.is_active and facts.working):
        return Symptom.UNREAD
    if state.turn_checkpoint_ids and not (state.is_active and facts.working):
        return Symptom.CRASHED
    if state.is_active:
        return "" if facts.working else Symptom.SILENT
    if not facts.condensable:
        return ""
    if state.is_ended:
        return Symptom.ENDED
    return Symptom.STALE if state.is_stale() else ""


_CAUSES = {
    Symptom.SILENT: "its agent was closed or crashed during a turn",
    Symptom.CRASHED: "its agent was closed or crashed during a turn, after a commit",
    Symptom.ENDED: "it ended before its work was committed",
    Symptom.STALE: "it was not resumed, and its work was not committed",
    Symptom.UNREAD: "it is too long for one hook: a process in the background and the next hooks read on",
}


def examine(strategy: Strategy, objects: Objects, store: Store) -> list[Finding]:
    """Check the sessions of all worktrees."""
    found = (examine_one(strategy, objects, store, state) for state in store.live())
    return [finding for finding in found if finding is not None]


def examine_one(strategy: Strategy, objects: Objects, store: Store, state: State) -> Finding | None:
    unread = cursors.load(store, state.session_id).unread
    condensable = strategy.is_condensable(objects, store, state)
    kind = symptom(Facts(state, is_working(state), condensable, unread))
    return _finding(objects, state, kind) if kind else None


def _finding(objects: Objects, state: State, kind: str) -> Finding:
    """Describe a stuck session. An open turn may have done work that we only find when it ends."""
    something = state.has_work or os.path.isfile(state.transcript_path)
    branch = branch_of(state) if tip_of(objects, state) is not None else ""
    return Finding(
        kind,
        f"session {short_session_id(state.session_id)} {_says(state, kind)}",
        _CAUSES[kind],
        _fix(state) if something else "delete its state with `entire doctor --force`: it has no work",
        session_id=state.session_id,
        ref=branch,
        names=state.files_touched,
        repairs=(Repair.CONDENSE, Repair.DISCARD) if something else (Repair.DISCARD,),
        stuck_session=Stuck(
            state.agent_type or UNKNOWN_AGENT,
            state.phase,
            state.last_interaction_time,
            state.worktree_path,
            branch,
            state.checkpoint_count,
            state.files_touched,
            state.last_prompt or state.first_prompt,
        ),
    )


def _says(state: State, kind: str) -> str:
    amounts = [(len(state.files_touched), "file"), (state.checkpoint_count, "step")]
    work = " in ".join(count(number, noun) for number, noun in amounts if number)
    if kind == Symptom.CRASHED:
        checkpoints = count(len(state.turn_checkpoint_ids), "checkpoint")
        return f"stopped in a turn: the conversation in {checkpoints} is incomplete"
    if kind == Symptom.UNREAD:
        return "has a transcript that is not completely read yet"
    if kind == Symptom.SILENT:
        return "is in a turn, but was inactive for over an hour"
    if kind == Symptom.ENDED:
        return f"ended with {work} in no checkpoint"
    return f"was inactive for a week, with {work} in no checkpoint"


def _fix(state: State) -> str:
    agent = registry.by_type(state.agent_type)
    choices = ["commit its files"] if state.files_touched else []
    if agent is not None and not state.is_ended:
        choices.append(f"resume it with `{agent.resume_command(state.session_id)}`")
    condense = "condense it: `entire doctor --force`"
    return f"{', '.join(choices)}, or {condense}" if choices else condense
