"""What `entire import` found and did. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire import redact
from entire.cli.file_row import FileRow, file_rows
from entire.core import clock
from entire.core.text import one_line
from entire.imports.plan import Link, Part, Plan

_LONGEST_PROMPT = 200


class SessionRow(NamedTuple):
    session_id: str
    agent: str
    confidence: float  # from 0 to 1
    prompts: list[str]  # those of its part
    files: list[FileRow]


class LinkRow(NamedTuple):
    commit: str
    subject: str
    author: str
    date: str  # UTC
    checkpoint_id: str
    sessions: list[SessionRow]


class Imported(NamedTuple):
    done: bool  # false: this is what would be imported
    conversation_count: int  # of this repository, on this machine
    unmatched_count: int  # of these, which belong to no commit
    commit_count: int  # without a link, that were compared with them
    links: list[LinkRow]


class Undone(NamedTuple):
    done: bool  # false: this is what would be removed
    commit_ids: list[str]  # no longer linked
    checkpoint_ids: list[str]  # removed
    kept_checkpoint_ids: list[str]  # checkpoints that have other sessions, too


def imported(plan: Plan, *, done: bool) -> Imported:
    return Imported(
        done, len(plan.conversations), plan.unmatched, plan.commits, [_row(link) for link in plan.links]
    )


def _row(link: Link) -> LinkRow:
    commit = link.commit
    return LinkRow(
        commit.oid,
        commit.subject,
        commit.author,
        clock.rfc3339(commit.time),
        link.checkpoint_id,
        [_session(part) for part in link.parts],
    )


def _session(part: Part) -> SessionRow:
    found = part.conversation
    turns = [turn for turn in found.turns if part.start <= turn.position < part.end]
    prompts = [one_line(redact.redact_text(turn.prompt), _LONGEST_PROMPT) for turn in turns]
    return SessionRow(
        found.session_id, found.agent.TYPE, part.credit.confidence, prompts, file_rows(part.credit.paths)
    )
