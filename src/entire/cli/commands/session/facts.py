"""What `entire session` shows. Field names are the names in `--json`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from entire.cli.file_row import FileRow, file_rows
from entire.core import prefix
from entire.git.repository import Repository
from entire.session import find
from entire.session.state import UNKNOWN_AGENT, State, is_waiting, is_working
from entire.strategy.sessions import Session
from entire.transcript.usage import total


class SessionRow(NamedTuple):
    session_id: str
    short_id: str  # the shortest unique prefix
    agent: str
    model: str
    phase: str  # active, idle or ended
    started_at: str
    last_interaction_time: str
    ended_at: str
    worktree: str  # empty for a session from another machine
    branch: str  # of the worktree now; empty if HEAD is detached or the worktree was removed
    here: bool  # whether it is this worktree
    first_prompt: str
    last_prompt: str
    files: list[FileRow]  # not committed yet; of a session from another machine, those in its checkpoints
    step_count: int  # since the last commit
    tokens: int  # since the last commit; of a session from another machine, those in its checkpoints
    interrupted: bool = False  # a turn is open, but the agent is silent: it was probably killed
    waiting: bool = False  # for the user, as the agent said
    imported: bool = False  # hooks have not followed it
    author: str = ""  # who had the conversation; empty if unknown


class SessionList(NamedTuple):
    sessions: list[SessionRow]  # latest interaction first
    over: int  # sessions not in the list: ended, or idle for a week
    narrowed: bool = False  # by filters


def rows(repo: Repository, sessions: list[Session], known: list[str] | None = None) -> list[SessionRow]:
    """A row for each session; short ids are unique among ``known``."""
    ids = sorted(known if known is not None else [session.state.session_id for session in sessions])
    shorten = prefix.shortener(ids, find.LEAST_LENGTH)
    return [_row(repo, session.state, shorten)._replace(imported=session.imported) for session in sessions]


def _row(repo: Repository, state: State, shorten: Callable[[str], str]) -> SessionRow:
    place = os.path.realpath(state.worktree_path) if state.worktree_path else ""
    return SessionRow(
        state.session_id,
        shorten(state.session_id),
        state.agent_type or UNKNOWN_AGENT,
        state.model_name,
        state.phase,
        state.started_at,
        state.last_interaction_time,
        state.ended_at,
        state.worktree_path,
        state.branch,
        place == repo.worktree,
        state.first_prompt,
        state.last_prompt,
        file_rows(state.files_touched),
        state.checkpoint_count,
        total(state.token_usage),
        state.is_active and not is_working(state),
        is_waiting(state),
    )
