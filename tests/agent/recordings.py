"""Recordings of real clients, as tests/data has them, by scenario."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entire.transcript.facts import Facts, Usage

if TYPE_CHECKING:
    from entire.agent.protocol import Agent

DATA = Path(__file__).parents[1] / "data"


def scenarios(agent: str) -> list[str]:
    return sorted(path.name for path in (DATA / agent / "transcripts").iterdir())


def calls(agent: str, scenario: str) -> list[dict[str, Any]]:
    """The payloads of hook calls, in order."""
    return rows(DATA / agent / "calls" / f"{scenario}.jsonl")


def transcripts(agent: str, scenario: str) -> list[Path]:
    return sorted((DATA / agent / "transcripts" / scenario / "chats").glob("*.jsonl"))


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def read(agent: Agent, records: list[dict[str, Any]]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        agent.read_record(record, facts)
    return facts


def conversation(agent: Agent, records: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    entries = [entry for record in agent.current(records) for entry in agent.entries_of(record)]
    return [tuple(filter(None, (entry.kind, entry.text, entry.detail))) for entry in entries]
