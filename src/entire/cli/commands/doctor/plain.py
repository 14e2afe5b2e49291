"""`entire doctor` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.doctor.facts import Outcome, Report
from entire.cli.ui.screen import plain_age
from entire.core import clock
from entire.core.text import count, one_line
from entire.doctor.finding import Finding, Stuck


def render(report: Report, now: float) -> list[str]:
    none = "No stuck sessions found." if report.is_complete else "Not everything could be checked."
    out = [f"Found {count(report.stuck, 'stuck session')}:" if report.stuck else none]
    for finding in report.findings:
        out += ["", *_finding(finding, now), *_outcome(report.outcome_of(finding))]
    return out


def _finding(finding: Finding, now: float) -> list[str]:
    if finding.stuck_session is None:
        head = [f"Problem: {one_line(finding.text)}"]
    else:
        head = [f"Session: {one_line(finding.session_id)}", *_session(finding.stuck_session, now)]
        head.append(f"  Reason: {one_line(finding.text)}")
    return [*head, f"  Cause: {one_line(finding.cause)}", f"  Fix: {one_line(finding.fix)}"]


def _session(session: Stuck, now: float) -> list[str]:
    last = clock.timestamp(session.last_interaction_time)
    values = {
        "Phase": session.phase,
        "Agent": session.agent,
        "Last interaction": "unknown" if last is None else plain_age(now - last),
        "Worktree": session.worktree,
        "Shadow branch": session.shadow_branch or "none",
        "Checkpoints": str(session.step_count),
        "Files touched": str(len(session.paths)),
        "Prompt": session.prompt,
    }
    return [f"  {name}: {one_line(value)}" for name, value in values.items() if value]


def _outcome(outcome: Outcome | None) -> list[str]:
    if outcome is None:
        return []
    if outcome.error:
        return [f"  Failed: {one_line('; '.join(filter(None, [outcome.error, outcome.hint])))}"]
    return [f"  Done: {one_line(outcome.did)}"]
