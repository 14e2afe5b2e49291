"""How much `.git` grows by a session with a long transcript and many commits."""

from __future__ import annotations

import zlib
from pathlib import Path

from bench.fixture import transcripts
from bench.fixture.playground import Playground
from bench.measured import Commit, Storage
from bench.plan import BASE
from bench.run.turns import SYNCHRONOUS, Turns

_MEGABYTE = 1_000_000
_TURN = 10_000  # bytes, of a short turn


def measure(at_once: Playground, evenly: Playground, megabytes: int, commits: int) -> list[Storage]:
    """Two sessions that end with about as much: one began with all of it, the other grows by turns."""
    size = megabytes * _MEGABYTE
    return [
        _session(f"{megabytes} MB, then 10 KB a commit", at_once, size, _TURN, commits),
        _session(f"{megabytes} MB over {commits} commits", evenly, size // commits, size // commits, commits),
    ]


def _session(name: str, ground: Playground, first: int, then: int, count: int) -> Storage:
    ground.env[SYNCHRONOUS] = "1"  # nothing in the background makes files while they are counted
    start = before = ground.size()
    turns = Turns(BASE._replace(megabytes=0), ground)
    transcript = Path(turns.agent.transcript)
    text, commits = b"", []
    for number in range(count):
        transcripts.append(
            str(transcript), then if number else first, turns.agent.session_id, seed=number + 7
        )
        turns.turn(f"Part {number}")
        turns.commit()
        known, text = len(text), transcript.read_bytes()
        after = ground.size()
        commits.append(Commit(len(zlib.compress(text[known:])), after - before))
        before = after
    turns.check()
    return Storage(name, len(text), len(zlib.compress(text)), before - start, commits)
