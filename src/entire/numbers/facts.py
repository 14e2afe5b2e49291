"""What numbers are made of: facts of one checkpoint, as they are stored in the index."""

from __future__ import annotations

import json
from typing import Any

from entire.core.value import Value
from entire.numbers.tokens import Source, Tokens, Used


class PartFacts(Value):
    """One session's part of a checkpoint."""

    session_id: str
    agent: str
    model: str
    branch: str
    is_task: bool
    from_start: bool  # its tokens count from the start of the session: they include earlier checkpoints'
    prompts: int
    turns: int
    milliseconds: int
    untimed: int
    used: Used
    below: Used  # by subagents
    time: float = 0.0  # when it was written; 0 if unknown
    shortened: bool = False  # an earlier checkpoint counts some of it; never stored


class LineCount(Value):
    """Lines of one file that a commit adds, by owner."""

    path: str  # empty: only the sum is known
    kind: str  # agent, human or unknown
    agent: str
    model: str
    lines: int


class CheckpointFacts(Value):
    parts: list[PartFacts]
    lines: list[LineCount]
    measured: bool  # whether anything is recorded about lines
    agent_removed: int
    removed: int
    files: list[str]
    branch: str


def encode(facts: CheckpointFacts) -> str:
    parts = [
        [*part[:10], _rows(part.used), _rows(part.below), part.time] for part in facts.parts
    ]  # in plain ASCII: text can be anything (I6)
    return json.dumps([parts, *facts[1:]], separators=(",", ":"))


def _rows(used: Used) -> list[list[Any]]:
    return [[*source, *tokens] for source, tokens in used.items()]


def decode(document: str) -> CheckpointFacts:
    """Raises ValueError or TypeError for a damaged document."""
    parts, lines, *rest = json.loads(document)
    return CheckpointFacts(
        [_part(*part) for part in parts],
        [LineCount(*line) for line in lines],
        *rest,
    )


def _part(*values: Any) -> PartFacts:
    *plain, used, below, time = values
    return PartFacts(*plain, _used(used), _used(below), time)  # type: ignore[call-arg]


def _used(rows: list[list[Any]]) -> Used:
    return {Source(*row[:2]): Tokens(*row[2:]) for row in rows}
