"""Budgets of single cases. Pure."""

from __future__ import annotations

from typing import NamedTuple

from bench.cases import AGENTS, AUTO_STOP, COMMIT, IDLE, PROMPT, READING, STOP
from bench.measured import Commit, Row

IDLE_OVER = 5.0  # milliseconds
COMMIT_OVER = {1_000: 110.0, 10_000: 130.0}  # by files
TURN_OVER = 60.0
AUTO_OVER = 70.0
READING_MOST = 250.0
READING_BYTES = 100_000_000
CROWDED = 0.15
LONG_TRANSCRIPT = 0.25
REDACTION_SPEED = 20.0  # MB/s
DENSE_SPEED = 10.0
SECRETS_REMOVED = 0.999  # of those that were planted
HARMLESS_TOUCHED = 0.005
LIBRARY_CHANGED = 0.5  # lines of a megabyte
STORAGE_TIMES = 3.0
COMMIT_TIMES, COMMIT_BYTES = 1.5, 64 * 1024


class Limit(NamedTuple):
    text: str
    held: bool


def limit(row: Row) -> Limit | None:
    """The budget of one case at one point, if it has one."""
    if row.case in READING:
        held = row.milliseconds <= READING_MOST and (not row.counts or row.counts.peak <= READING_BYTES)
        return Limit(f"{READING_MOST:.0f} ms, {READING_BYTES // 1_000_000} MB", held)
    over = {
        IDLE: IDLE_OVER,
        COMMIT: COMMIT_OVER.get(row.point.files),
        PROMPT: TURN_OVER,
        STOP: TURN_OVER,
        AUTO_STOP: AUTO_OVER,
        **dict.fromkeys(AGENTS, TURN_OVER),
    }.get(row.case)
    return None if over is None else Limit(f"+{over:.0f}", row.over <= over)


def allowed(commit: Commit) -> float:
    """How many bytes a session's later commits may add."""
    return COMMIT_TIMES * commit.compressed + COMMIT_BYTES
