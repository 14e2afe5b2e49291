"""The conversation in a stored transcript, for any agent."""

from __future__ import annotations

from entire.agent import registry
from entire.agent.entries import Entry


def entries(transcript: bytes, agent_type: str, start: int = 0) -> list[Entry]:
    """The conversation from a position on."""
    agent = registry.by_stored_type(agent_type)
    if agent is None:
        return []
    layout = agent.layout()
    pieces = layout.split(layout.closed(transcript))[1][start:]
    records = [record for piece in pieces if (record := layout.decode(piece)) is not None]
    return [entry for record in agent.current(records) for entry in agent.entries_of(record)]


def end(transcript: bytes, agent_type: str) -> int:
    """The position after a stored transcript's last record; 0 if the agent is not known."""
    agent = registry.by_stored_type(agent_type)
    return agent.layout().end(agent.layout().closed(transcript)) if agent is not None else 0
