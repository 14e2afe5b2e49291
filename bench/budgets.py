"""Budgets of single cases. Pure."""

from __future__ import annotations

from typing import NamedTuple

from bench.cases import (
    AGENTS,
    AUTO_STOP,
    COMMIT,
    DISK_USAGE,
    ELSEWHERE,
    EXPLAIN_ALL,
    IDLE,
    IDLE_SESSION,
    IDLE_SESSIONS,
    PROMPT,
    PUSH,
    READING,
    SEARCH_NEW,
    SEARCHES,
    STOP,
    SYNC_COMMIT,
    WEB_AGAIN,
    WEB_FIRST,
    WEB_LONG,
    WEB_WALK,
    WHOLE,
    WHOLE_COMMIT,
)
from bench.measured import Commit, Row

IDLE_OVER = 5.0  # milliseconds
ELSEWHERE_OVER = 12.0
COMMIT_OVER = 50.0
SYNC_COMMIT_OVER = 85.0
WHOLE_COMMIT_OVER = 110.0
WHOLE_TURN_OVER = 74.0  # prompt and stop together, over `git status` twice
WHOLE_TURN_FILES = 10_000  # and up to so many files
TURN_OVER = 60.0
AUTO_OVER = 70.0
READING_MOST = 250.0
READING_BYTES = 100_000_000
INDEX_SPEED = 15.0  # MB/s of transcripts
DATABASE_SHARE = 0.4  # of the text that is searched
PUSH_MOST = 300.0
PUSH_BYTES = 100_000_000
WEB_BYTES = 200_000_000
_WEB_MOST = {WEB_FIRST: 300.0, WEB_LONG: 500.0, WEB_AGAIN: 500.0}
_READING_MOST = {
    EXPLAIN_ALL: 300.0,
    DISK_USAGE: 300.0,
    SEARCH_NEW: 200.0,
    **dict.fromkeys(SEARCHES, 150.0),
    **dict.fromkeys(WHOLE, 1000.0),
}
CROWDED = 0.15
LONG_TRANSCRIPT = 0.25
REDACTION_SPEED = 20.0  # MB/s
DENSE_SPEED = 10.0
SECRETS_REMOVED = 0.999  # of those that were planted, in shapes that rules were written for
ODD_REMOVED = 0.99  # in unusual ones, to whose classes rules were widened
UNTUNED_REMOVED = 0.98  # in shapes that no rule was written for
HARMLESS_TOUCHED = 0.005
LIBRARY_CHANGED = 0.5  # lines of a megabyte
STORAGE_TIMES = 3.0
COMMIT_TIMES, COMMIT_BYTES = 1.5, 64 * 1024


class Limit(NamedTuple):
    text: str
    held: bool


def limit(row: Row) -> Limit | None:
    """The budget of one case at one point, if it has one."""
    if row.case == WEB_WALK:
        held = row.counts is None or row.counts.peak <= WEB_BYTES
        return Limit(f"{WEB_BYTES // 1_000_000} MB", held)
    if row.case == PUSH:
        held = row.milliseconds <= PUSH_MOST and (row.counts is None or row.counts.peak <= PUSH_BYTES)
        return Limit(f"{PUSH_MOST:.0f} ms, {PUSH_BYTES // 1_000_000} MB", held)
    if row.case in _WEB_MOST:
        return Limit(f"{_WEB_MOST[row.case]:.0f} ms", row.milliseconds <= _WEB_MOST[row.case])
    if row.case in READING:
        most = _READING_MOST.get(row.case, READING_MOST)
        held = row.milliseconds <= most and (not row.counts or row.counts.peak <= READING_BYTES)
        return Limit(f"{most:.0f} ms, {READING_BYTES // 1_000_000} MB", held)
    over = {
        **dict.fromkeys((IDLE, IDLE_SESSION, IDLE_SESSIONS), IDLE_OVER),
        ELSEWHERE: ELSEWHERE_OVER,
        COMMIT: COMMIT_OVER,
        WHOLE_COMMIT: WHOLE_COMMIT_OVER,
        SYNC_COMMIT: SYNC_COMMIT_OVER,
        PROMPT: TURN_OVER,
        STOP: TURN_OVER,
        AUTO_STOP: AUTO_OVER,
        **dict.fromkeys(AGENTS, TURN_OVER),
    }.get(row.case)
    return None if over is None else Limit(f"+{over:.0f}", row.over <= over)


def allowed(commit: Commit) -> float:
    """How many bytes a session's later commits may add."""
    return COMMIT_TIMES * commit.compressed + COMMIT_BYTES
