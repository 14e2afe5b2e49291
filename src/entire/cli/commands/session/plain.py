"""`entire session` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.session.detail_facts import SessionDetail
from entire.cli.commands.session.facts import SessionList, SessionRow
from entire.cli.money import dollars
from entire.cli.ui.screen import plain_age, plain_time
from entire.core import clock
from entire.core.text import one_line, truncate_description

_SHA = 7


def listing(found: SessionList, now: float) -> list[str]:
    out = [f"Sessions: {len(found.sessions)}"]
    if found.over:
        out.append(f"Closed: {found.over} (--all lists them)")
    for row in found.sessions:
        phase = "imported" if row.imported else one_line(row.phase)
        how = ", ".join([phase, *_times(row, now)])
        out += ["", f"[{one_line(row.agent)}] {row.session_id} {how}"]
        out += [f"  {text}" for text in (_place(row), _prompt(row)) if text]
        if row.author and not row.worktree:
            out.append(f"  Author: {one_line(row.author)}")
        if row.files and not row.worktree:
            out.append(f"  Files: {len(row.files)}, Tokens: {row.tokens}")
        elif row.files or row.step_count:
            out.append(f"  Files: {len(row.files)}, Steps: {row.step_count}")
    return out


def _times(row: SessionRow, now: float) -> list[str]:
    named = (("started", row.started_at), ("active", row.last_interaction_time), ("ended", row.ended_at))
    found = ((name, clock.timestamp(text)) for name, text in named if text)
    return [f"{name} {plain_age(now - at)}" for name, at in found if at is not None]


def _place(row: SessionRow) -> str:
    branch = f"({one_line(row.branch)})" if row.branch else ""
    return " ".join(filter(None, [one_line(row.worktree), branch]))


def _prompt(row: SessionRow) -> str:
    prompt = truncate_description(one_line(row.first_prompt or row.last_prompt))
    return f'"{prompt}"' if prompt else ""


def detail(found: SessionDetail) -> list[str]:
    row = found.session
    labelled = [
        ("Session", row.session_id),
        ("Agent", row.agent),
        ("Model", row.model),
        ("Phase", "imported" if row.imported else row.phase),
        ("Started", plain_time(row.started_at)),
        ("Last interaction", plain_time(row.last_interaction_time)),
        ("Ended", plain_time(row.ended_at)),
        ("Author", row.author),
        ("Worktree", row.worktree),
        ("Branch", row.branch),
        ("Tokens", str(found.tokens_total) if found.tokens_total else ""),
        ("Cost", dollars(found.cost) if found.cost is not None and found.tokens_total else ""),
        ("Transcript", found.transcript_path),
        ("Resume", found.resume_command),
    ]
    out = [f"{label}: {one_line(text)}" for label, text in labelled if text]
    out += _list("Prompts", [one_line(prompt) for prompt in found.prompts])
    out += _list("Files", [one_line(file.path) for file in row.files])
    steps = [
        f"{step.commit[:_SHA]} {plain_time(step.created_at)} {one_line(step.subject)}" for step in found.steps
    ]
    out += _list("Steps", steps)
    checkpoints: list[str] = []
    for checkpoint in found.checkpoints:
        checkpoints.append(f"{checkpoint.checkpoint_id} {plain_time(checkpoint.created_at)}")
        checkpoints += [
            f"  {commit.commit[:_SHA]} {one_line(commit.subject)}" for commit in checkpoint.commits
        ]
    return out + _list("Checkpoints", checkpoints, len(found.checkpoints))


def _list(name: str, rows: list[str], number: int | None = None) -> list[str]:
    if not rows:
        return ["", f"{name}: (none)"]
    return ["", f"{name}: ({len(rows) if number is None else number})", *(f"  {row}" for row in rows)]
