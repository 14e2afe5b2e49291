"""The list of `entire explain` on a terminal."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.explain.listing_facts import CheckpointRow, Listing, StepRow
from entire.cli.commands.explain.plain import branch_name, nothing, session_notes
from entire.cli.ui.screen import Column, Screen, age_since, cut, short_count, table
from entire.core import prefix
from entire.core.text import count, first_prompt, one_line

_SHA = 7


class _Row(NamedTuple):
    id: str
    age: str
    commit: str
    about: str
    agent: str
    files: str = ""
    share: str = ""
    tokens: str = ""


def render(found: Listing[CheckpointRow], screen: Screen) -> list[str]:
    rows = [_step(row, screen.now) for row in found.steps]
    seen: set[str] = set()
    rows += [_checkpoint(row, screen.now, seen) for row in found.checkpoints]
    body = table(screen, _columns(rows))
    if not rows and found.session_matches is None:
        body = [_dim(nothing(found), screen)]
    notes = [_dim(note, screen) for note in _notes(found)]
    parts = ([cut(_head(found), screen.width)], body, notes)
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")


def _dim(text: str, screen: Screen) -> str:
    return screen.style(cut(text, screen.width), "dim")


def _head(found: Listing[CheckpointRow]) -> str:
    number = count(len(found.checkpoints), "checkpoint")
    parts = [branch_name(found), f"latest {number}" if found.more else number]
    if found.steps:
        parts.append(f"{count(len(found.steps), 'step')} since the last commit")
    if found.session:
        parts.append(f"session {one_line(found.session)}")
    return " · ".join(parts)


def _notes(found: Listing[CheckpointRow]) -> list[str]:
    notes = session_notes(found)
    if found.more:
        notes.append("Older checkpoints are not shown.   entire explain --limit 0")
    if found.missing:
        verb = "is" if len(found.missing) == 1 else "are"
        notes.append(f"{count(len(found.missing), 'linked checkpoint')} {verb} not here.   entire fetch")
    return notes


def _columns(rows: list[_Row]) -> list[Column]:
    return [
        Column([row.id for row in rows], "accent"),
        Column([row.age for row in rows], "dim"),
        Column([row.commit for row in rows], "dim"),
        Column([row.about for row in rows], free=True),
        Column([row.agent for row in rows], keep=False),
        Column([row.files for row in rows], "dim", keep=False),
        Column([row.share for row in rows], "dim", right=True, keep=False),
        Column([row.tokens for row in rows], "dim", right=True, keep=False),
    ]


def _checkpoint(row: CheckpointRow, now: float, seen: set[str]) -> _Row:
    newest = row.commits[0] if row.commits else None
    share = row.agent_percentage if row.agent_share is None else row.agent_share
    return _Row(
        row.short_id,
        age_since(row.created_at, now),
        newest.commit[:_SHA] if newest else "",
        _about(row, seen),
        one_line(", ".join(row.agents)) + " (imported)" * row.imported,
        count(len(row.files), "file"),
        "" if share is None else f"{share:.0f} % agent",
        short_count(row.tokens) if row.tokens else "",
    )


def _about(row: CheckpointRow, seen: set[str]) -> str:
    """The commit's subject; the first prompt if another row has shown that commit (``seen``)."""
    newest = {commit.commit: one_line(commit.subject) for commit in row.commits[:1]}
    prompt = first_prompt(row.prompts)
    texts = [prompt, *newest.values()] if newest.keys() <= seen else [*newest.values(), prompt]
    seen.update(newest)
    return next(filter(None, texts), "")


def _step(row: StepRow, now: float) -> _Row:
    age = age_since(row.created_at, now)
    return _Row(row.commit[: prefix.LEAST_LENGTH], age, "step", one_line(row.subject), one_line(row.agent))
