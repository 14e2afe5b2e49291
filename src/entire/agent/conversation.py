"""The conversation that a transcript holds, whoever's it is."""

from __future__ import annotations

from entire.agent import registry
from entire.agent.entries import Entry
from entire.core import json_text


def entries(transcript: bytes, agent_type: str, start: int = 0) -> list[Entry]:
    """The conversation from a line on. Old checkpoints do not say whose it is: it was Claude Code's then."""
    agent = registry.by_type(agent_type or registry.by_name(registry.DEFAULT).TYPE)
    found: list[Entry] = []
    for line in transcript.split(b"\n")[start:] if agent else []:
        try:
            record = json_text.decode(line) if line.strip() else None
        except ValueError:
            continue
        if agent is not None and isinstance(record, dict):
            found += agent.entries_of(record)
    return found
