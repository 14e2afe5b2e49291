"""A conversation as a session of another agent. An agent that can has `new_transcript`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Protocol

from entire.agent.handover.messages import Message
from entire.agent.protocol import Agent
from entire.core import clock


class Writer(Protocol):
    """What an agent's module offers for this, if it can."""

    def new_session_id(self) -> str:
        """An id as the client makes them."""

    def new_transcript(self, messages: Sequence[Message], session_id: str, root: str) -> bytes:
        """The transcript of a new session in which this was said."""


def writer_of(agent: Agent) -> Writer | None:
    """The agent, if it can write sessions of others."""
    found: Any = agent if hasattr(agent, "new_transcript") else None
    writer: Writer | None = found
    return writer


def moments(count: int) -> list[int]:
    """One for each message, a second apart, the last now; seconds since 1970."""
    now = int(time.time())
    return [now - count + at + 1 for at in range(count)]


def times(count: int) -> list[str]:
    """The same as text."""
    return [f"{clock.rfc3339(moment).removesuffix('Z')}.000Z" for moment in moments(count)]
