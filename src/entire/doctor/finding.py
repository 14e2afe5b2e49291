"""What an examination finds. Field names are the names in `entire doctor --json`."""

from __future__ import annotations

from typing import NamedTuple


class Repair:
    """What doctor itself can do about a finding."""

    CONDENSE = "condense"  # store what a session did as a checkpoint, its open turn ended
    DISCARD = "discard"  # forget a session; its steps are put aside
    REPAIR = "repair"  # put it right, with nothing to lose


class Stuck(NamedTuple):
    """A session that does not go on by itself."""

    agent: str
    phase: str
    last_interaction_time: str
    worktree: str
    shadow_branch: str  # empty if there is none
    steps: int
    files: list[str]
    prompt: str


class Finding(NamedTuple):
    kind: str  # stable
    text: str  # what is wrong
    cause: str
    fix: str  # a command, or what to do
    session_id: str = ""
    ref: str = ""
    items: list[str] = []  # what it is about, where that is more than one thing
    repairs: tuple[str, ...] = ()  # that doctor can do; the first is what `--force` does
    session: Stuck | None = None
