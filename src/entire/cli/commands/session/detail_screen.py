"""`entire session show` on a terminal."""

from __future__ import annotations

from entire.cli.commands.session.detail_facts import CheckpointOf, SessionDetail, Step
from entire.cli.commands.session.screen import activity, author
from entire.cli.money import cost_words, dollars
from entire.cli.ui.screen import (
    Column,
    Screen,
    age_since,
    cut,
    duration,
    long_age,
    pad,
    short_count,
    table,
    wrap,
)
from entire.core import clock, prefix
from entire.core.paths import from_home
from entire.core.text import count, one_line

_LABEL = 12
_SHA = 7
_PROMPT_LINES = 3


def render(found: SessionDetail, screen: Screen) -> list[str]:
    out = _head(found, screen)
    for prompt in found.prompts:
        out += [""] * (prompt == found.prompts[0]) + _prompt(prompt, screen)
    if found.steps:
        out += ["", _title(f"{count(len(found.steps), 'step')} since the last commit", screen)]
        out += _steps(found.steps, screen)
    if found.checkpoints:
        out += ["", _title(count(len(found.checkpoints), "checkpoint"), screen)]
        out += _checkpoints(found.checkpoints, screen)
    if found.resume_command:
        out += ["", screen.style(f"  resume  {one_line(found.resume_command)}", "dim")]
    return out


def _head(found: SessionDetail, screen: Screen) -> list[str]:
    row = found.session
    rows = [
        ("Session", row.session_id),
        ("Agent", ", ".join(filter(None, [one_line(row.agent), one_line(row.model)]))),
        ("Phase", " · ".join(filter(None, [activity(row, screen.now), _started(row.started_at, screen)]))),
        ("Author", author(row)),
        (
            "Branch",
            "   ".join(filter(None, [one_line(row.branch), "" if row.here else one_line(row.worktree)])),
        ),
        ("Files", "   ".join(one_line(file.path) for file in row.files)),
        ("Tokens", _tokens(found)),
        ("Took", _took(found)),
        ("Transcript", _transcript(found)),
    ]
    return [
        screen.style(pad(label, _LABEL), "dim") + cut(text, screen.width - _LABEL)
        for label, text in rows
        if text
    ]


def _started(text: str, screen: Screen) -> str:
    then = clock.timestamp(text)
    return "" if then is None else f"started {long_age(screen.now - then)}"


def _tokens(found: SessionDetail) -> str:
    if not found.tokens_total:
        return ""
    pending = f" · {found.tokens_pending:,} since the last commit" if found.tokens_pending else ""
    cost = f" · {cost_words(found.cost)}" if found.cost is not None else ""
    return f"{found.tokens_total:,}{cost}{pending}"


def _took(found: SessionDetail) -> str:
    if not found.seconds_worked:
        return ""
    return f"{duration(found.seconds_worked)} in {count(found.turn_count, 'turn')}"


def _transcript(found: SessionDetail) -> str:
    path = one_line(from_home(found.transcript_path))
    return f"(deleted) {path}" if path and not found.transcript_present else path


def _title(text: str, screen: Screen) -> str:
    return cut(text, screen.width)


def _prompt(prompt: str, screen: Screen) -> list[str]:
    text = wrap(one_line(prompt), screen.width - 4)
    if len(text) > _PROMPT_LINES:
        text = [*text[: _PROMPT_LINES - 1], cut(" ".join(text[_PROMPT_LINES - 1 :]), screen.width - 4)]
    mark = screen.style("❯", "accent")
    return [f"  {mark if number == 0 else ' '} {line}" for number, line in enumerate(text)]


def _steps(steps: list[Step], screen: Screen) -> list[str]:
    columns = [
        Column([step.commit[: prefix.LEAST_LENGTH] for step in steps], "accent"),
        Column([age_since(step.created_at, screen.now) for step in steps], "dim"),
        Column([one_line(step.subject) for step in steps], free=True),
        Column(["subagent" if step.is_task else "" for step in steps], "dim", keep=False),
    ]
    return table(screen, columns)


def _checkpoints(checkpoints: list[CheckpointOf], screen: Screen) -> list[str]:
    newest = [one.commits[0] if one.commits else None for one in checkpoints]
    columns = [
        Column([one.short_id for one in checkpoints], "accent"),
        Column([age_since(one.created_at, screen.now) for one in checkpoints], "dim"),
        Column([commit.commit[:_SHA] if commit else "" for commit in newest], "dim"),
        Column([one_line(commit.subject) if commit else "(no commit)" for commit in newest], free=True),
        Column([count(len(one.files), "file") for one in checkpoints], "dim", keep=False),
        Column(
            [short_count(one.tokens) if one.tokens else "" for one in checkpoints],
            "dim",
            right=True,
            keep=False,
        ),
        Column(
            [dollars(one.cost) if one.cost is not None and one.tokens else "" for one in checkpoints],
            "dim",
            right=True,
            keep=False,
        ),
    ]
    return table(screen, columns)
