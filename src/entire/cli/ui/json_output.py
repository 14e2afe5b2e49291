"""`--json`: the names of the facts' fields are the keys."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from entire.cli.ui import output
from entire.core import clock
from entire.core.record import Record

# Values that are times. As stored, they can have the offset of the machine that wrote them.
TIMES = frozenset(
    {
        *("created_at", "started_at", "ended_at", "last_interaction_time", "last_active", "last_session_at"),
        *("date", "time"),
    }
)


_STEP = "  "
_PLAIN = (str, int, float, type(None))
_quoted = json.JSONEncoder().encode


def encode(facts: Any) -> str:
    """JSON in ASCII, without control characters that a terminal would obey (I6)."""
    return "".join(pieces(facts))


def write(facts: Any) -> None:
    """Print it; a long one is made as it is printed."""
    output.write_blocks(output.blocks(chain(pieces(facts), "\n")))


def pieces(value: Any, line: str = "\n") -> Iterator[str]:
    """The same as it is walked: `json.dumps` with an indent is slow, and needs a copy of everything.

    ``line`` begins a line at this depth.
    """
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from _object(zip(value._fields, value, strict=True), line)
    elif isinstance(value, Record):
        yield from _object(value.to_json().items(), line)
    elif isinstance(value, dict):
        yield from _object(value.items(), line)
    elif isinstance(value, list | tuple):
        yield from _members((("", item) for item in value), line, "[]")
    else:
        yield _quoted(value)


def _object(items: Iterable[tuple[Any, Any]], line: str) -> Iterator[str]:
    named = ((f"{_quoted(str(key))}: ", _utc(item) if key in TIMES else item) for key, item in items)
    return _members(named, line, "{}")


def _members(items: Iterable[tuple[str, Any]], line: str, brackets: str) -> Iterator[str]:
    inner = line + _STEP
    start = brackets[0] + inner
    for name, item in items:
        if isinstance(item, _PLAIN):
            yield f"{start}{name}{_quoted(item)}"
        else:
            yield start + name
            yield from pieces(item, inner)
        start = "," + inner
    yield brackets if start[0] == brackets[0] else line + brackets[1]


def _utc(value: Any) -> Any:
    """A time in UTC; anything else, and a time that cannot be read, as it is."""
    seconds = clock.timestamp(value) if isinstance(value, str) else None
    if seconds is None or value[-1:] == "Z":
        return value
    return clock.rfc3339_ms(round(seconds * 1000)) or value
