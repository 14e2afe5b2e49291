"""Recordings of the real Codex."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from entire.agent.codex.records import read_record
from entire.transcript.facts import Facts, Usage

DATA = Path(__file__).parents[2] / "data" / "codex"
PAYLOADS = {path.stem: json.loads(path.read_text()) for path in sorted((DATA / "payloads").glob("*.json"))}
SCENARIOS = sorted(path.name for path in (DATA / "transcripts").iterdir())


def transcripts(scenario: str) -> list[Path]:
    """Those of a scenario: a session's, then those of others, as their ids are made."""
    return sorted((DATA / "transcripts" / scenario).glob("*.jsonl"), key=lambda path: path.name[-36:])


def rows(scenario: str, number: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in transcripts(scenario)[number].read_text().splitlines()]


def read(*records: dict[str, Any]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        read_record(record, facts)
    return facts
