"""What our extension in Pi sends on standard input."""

from __future__ import annotations

from entire.agent.defaults import path, text
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import check_session_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "session-start": Kind.SESSION_START,
    "turn-start": Kind.TURN_START,
    "turn-end": Kind.TURN_END,
    "compaction": Kind.COMPACTION,
    "session-end": Kind.SESSION_END,
}


def is_foreign(payload: dict[str, Any]) -> bool:
    """Only our extension calls these hooks, and says so."""
    return not text(payload, "entire_plugin").startswith("pi/")


def parse_event(verb: str, payload: dict[str, Any]) -> Event | None:
    kind = _KINDS.get(verb)
    if kind is None:
        raise EntireError(f"unknown Pi hook: {verb[:40]!r}", f"known: {', '.join(_KINDS)}")
    return Event(
        kind,
        check_session_id(text(payload, "session_id")),
        path(payload, "session_file"),
        prompt=text(payload, "prompt"),
        model=text(payload, "model")[:200],
    )
