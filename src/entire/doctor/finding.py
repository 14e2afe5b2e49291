"""What a check finds. The field names are those of `entire doctor --json`."""

from __future__ import annotations

from typing import NamedTuple


class Repair:
    """What `entire doctor` can do about a finding."""

    CONDENSE = "condense"  # end the session's turn, and store its work as a checkpoint
    DISCARD = "discard"  # forget a session; its steps are set aside
    REPAIR = "repair"  # fix it, without losing anything


class Stuck(NamedTuple):
    """A session that is stuck."""

    agent: str
    phase: str
    last_interaction_time: str
    worktree: str
    shadow_branch: str  # empty if it has none
    step_count: int
    paths: list[str]
    prompt: str


class Finding(NamedTuple):
    kind: str  # stable: scripts may rely on it
    text: str  # what is wrong
    cause: str
    fix: str  # a command, or what to do
    session_id: str = ""
    ref: str = ""
    names: list[str] = []  # what it is about, if several things
    repairs: tuple[str, ...] = ()  # what we can do; `--force` does the first
    stuck_session: Stuck | None = None
