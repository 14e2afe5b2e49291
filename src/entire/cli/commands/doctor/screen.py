"""`entire doctor` on a terminal."""

from __future__ import annotations

from entire.cli.commands.doctor.facts import Outcome, Report
from entire.cli.ui.screen import Screen, cut, plain_age, wrap
from entire.core import clock
from entire.core.text import count, one_line
from entire.doctor.finding import Finding, Repair, Stuck
from entire.session.phase import Phase

_WELL = "No problems found: sessions, hooks, settings and checkpoints are fine."
_INDENT = 9  # column of causes and fixes
_FILES = 4
_LABELS = {
    Repair.CONDENSE: "condense   save the conversation as a checkpoint",
    Repair.DISCARD: "discard    delete the session's state",
    Repair.REPAIR: "repair     apply the fix",
}
_SKIP = "skip       do nothing"


def render(report: Report, screen: Screen) -> list[str]:
    if not report.findings:
        return [cut(_WELL, screen.width)]
    out = [cut(_head(report), screen.width)]
    for finding in report.findings:
        out += ["", *_finding(finding, screen)]
        done = report.outcome_of(finding)
        if done is not None:
            out.append(_outcome(done, screen))
    return out


def _head(report: Report) -> str:
    none = "No stuck sessions" if report.is_complete else "Not everything could be checked"
    stuck = count(report.stuck, "stuck session") if report.stuck else none
    others = len(report.findings) - report.stuck
    return f"{stuck} · {count(others, 'other problem')}" if others else stuck


def _finding(finding: Finding, screen: Screen) -> list[str]:
    first, *rest = wrap(one_line(finding.text), max(20, screen.width - 2))
    out = [f"{screen.style('!', 'bad')} {first}", *(f"  {line}" for line in rest)]
    if finding.stuck_session is not None:
        out.append(screen.style(cut(f"  {_about(finding.stuck_session, screen.now)}", screen.width), "dim"))
    return [*out, *_labelled("cause", finding.cause, screen), *_labelled("fix", finding.fix, screen)]


def _about(session: Stuck, now: float) -> str:
    last = clock.timestamp(session.last_interaction_time)
    age = plain_age(now - last) if last is not None else ""
    return " · ".join(filter(None, [one_line(session.agent), age, one_line(session.prompt)]))


def _labelled(label: str, text: str, screen: Screen) -> list[str]:
    first, *rest = wrap(one_line(text), max(20, screen.width - _INDENT))
    head = screen.style(f"  {label:<{_INDENT - 2}}", "dim")
    return [head + first, *(" " * _INDENT + line for line in rest)]


def _outcome(outcome: Outcome, screen: Screen) -> str:
    if outcome.error:
        text = " · ".join(filter(None, [outcome.error, outcome.hint]))
        return f"{screen.style('✗', 'bad')} {cut(one_line(text), screen.width - 2)}"
    return f"{screen.style('✓', 'good')} {cut(one_line(outcome.did), screen.width - 2)}"


def after(finding: Finding, outcome: Outcome, screen: Screen) -> list[str]:
    """After a question: the finding and the outcome."""
    return [cut(one_line(finding.text), screen.width), _outcome(outcome, screen)]


def label(key: str) -> str:
    return _LABELS.get(key, _SKIP)


def preview(finding: Finding, key: str, screen: Screen) -> list[str]:
    """What this choice does; losses in red."""
    if key == Repair.CONDENSE:
        return ["  Its files stay as they are; commits of them will still be linked."]
    if key == Repair.DISCARD and finding.stuck_session is not None:
        return [
            screen.style(f"  {line}", "bad") for line in wrap(_loss(finding.stuck_session), screen.width - 2)
        ]
    return []


def _loss(session: Stuck) -> str:
    if not session.step_count and not session.paths:
        return (
            "Changes of its open turn will not be linked."
            if session.phase == Phase.ACTIVE
            else "Nothing is lost."
        )
    names = ", ".join(map(one_line, session.paths[:_FILES])) + (", …" if len(session.paths) > _FILES else "")
    what = f"{count(session.step_count, 'step')} with {count(len(session.paths), 'file')}"
    return (
        f"Discards {what}{f' ({names})' if names else ''}: no commit will be linked to them. Your files stay."
    )
