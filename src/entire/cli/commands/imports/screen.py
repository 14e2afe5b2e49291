"""`entire import`, on a terminal and as plain lines."""

from __future__ import annotations

from typing import NamedTuple

from entire.cli.commands.imports.facts import Imported, LinkRow, Undone
from entire.cli.ui.screen import Column, Screen, cut, table, wrap
from entire.core.text import count, one_line

_SHORT = 7
_LEAST = 20  # of a prompt, in cells
_NOTHING = "No commit without a link matches a conversation."


class _Row(NamedTuple):
    commit: str
    subject: str
    agent: str
    sure: str
    prompt: str


def render(found: Imported, screen: Screen) -> list[str]:
    if not found.links:
        return [*wrap(_compared(found), screen.width), _NOTHING]
    rows = [row for link in found.links for row in _rows(link)]
    prompts = [cut(row.prompt, max(_LEAST, screen.width // 3)) for row in rows]
    columns = [
        Column([row.commit for row in rows], "accent"),
        Column([row.subject for row in rows], free=True),
        Column([row.agent for row in rows], keep=False),
        Column([row.sure for row in rows], "dim", right=True),
        Column(prompts, "dim", keep=False),
    ]
    body = [*table(screen, columns), *([""] if found.unmatched_count else []), *_unmatched(found)]
    return [*wrap(_compared(found), screen.width), "", _head(found), *body]


def plain(found: Imported) -> list[str]:
    if not found.links:
        return [_compared(found), _NOTHING]
    rows = [row._replace(commit=link.commit[:_SHORT]) for link in found.links for row in _rows(link)]
    lines = ["  " + "  ".join(filter(None, row)) for row in rows]
    return [_compared(found), _head(found), *lines, *_unmatched(found)]


def undone(found: Undone) -> list[str]:
    if not found.checkpoint_ids and not found.commit_ids and not found.kept_checkpoint_ids:
        return ["Nothing was imported here."]
    verb = "Removed" if found.done else "Would remove"
    out = [
        f"{verb} {count(len(found.checkpoint_ids), 'imported checkpoint')}"
        f" and the links of {count(len(found.commit_ids), 'commit')}."
    ]
    if found.kept_checkpoint_ids:
        out.append(f"Kept, with other sessions: {', '.join(found.kept_checkpoint_ids)}.")
    return out


def _compared(found: Imported) -> str:
    conversations = count(found.conversation_count, "conversation")
    return (
        f"Compared {conversations} on this machine with {count(found.commit_count, 'commit')} without a link."
    )


def _head(found: Imported) -> str:
    return f"{'Imported' if found.done else 'Would import'} {count(len(found.links), 'commit')}:"


def _unmatched(found: Imported) -> list[str]:
    return (
        [f"{count(found.unmatched_count, 'conversation')} matched no commit."]
        if found.unmatched_count
        else []
    )


def _rows(link: LinkRow) -> list[_Row]:
    """One for each conversation; the first names the commit."""
    out = []
    for number, session in enumerate(link.sessions):
        commit, subject = ("", "") if number else (link.commit[:_SHORT], one_line(link.subject))
        prompt = f'"{one_line(session.prompts[0])}"' if session.prompts else ""
        out.append(
            _Row(commit, subject, one_line(session.agent), f"{session.confidence * 100:.0f} %", prompt)
        )
    return out
