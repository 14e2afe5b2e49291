"""`--json`: the names of the facts' fields are the keys."""

from __future__ import annotations

import json
from typing import Any

from entire.core.record import Record


def encode(facts: Any) -> str:
    """JSON in ASCII, without control characters that a terminal would obey (I6)."""
    return json.dumps(_plain(facts), indent=2)


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_json()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: _plain(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
