"""`--json`: the names of the facts' fields are the keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

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
_quoted = json.JSONEncoder().encode


def encode(facts: Any) -> str:
    """JSON in ASCII, without control characters that a terminal would obey (I6).

    Written as it is walked: `json.dumps` with an indent is slow, and needs a copy of everything.
    """
    out: list[str] = []
    _write(facts, "\n", out.append)
    return "".join(out)


def _write(value: Any, line: str, add: Callable[[str], None]) -> None:
    """``line`` begins a line at this depth."""
    if isinstance(value, str):
        add(_quoted(value))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        _write_object(zip(value._fields, value, strict=True), line, add)
    elif isinstance(value, Record):
        _write_object(value.to_json().items(), line, add)
    elif isinstance(value, dict):
        _write_object(value.items(), line, add)
    elif isinstance(value, list | tuple):
        inner = line + _STEP
        start = "[" + inner
        for item in value:
            add(start)
            _write(item, inner, add)
            start = "," + inner
        add(line + "]" if value else "[]")
    else:
        add(_quoted(value))


def _write_object(items: Iterable[tuple[Any, Any]], line: str, add: Callable[[str], None]) -> None:
    inner = line + _STEP
    start = "{" + inner
    for key, item in items:
        add(f"{start}{_quoted(str(key))}: ")
        _write(_utc(item) if key in TIMES else item, inner, add)
        start = "," + inner
    add("{}" if start[0] == "{" else line + "}")


def _utc(value: Any) -> Any:
    """A time in UTC; anything else, and a time that cannot be read, as it is."""
    seconds = clock.timestamp(value) if isinstance(value, str) else None
    if seconds is None or value[-1:] == "Z":
        return value
    return clock.rfc3339_ms(round(seconds * 1000)) or value
