"""JSON as the family of tools writes it: two spaces, keys in order, a newline at the end."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The reference's encoder escapes these inside strings; they cannot occur outside of them.
_ESCAPED = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def encode(value: Any) -> bytes:
    """Canonical JSON of ``value`` with a final newline."""
    return (_text(value, indent=2) + "\n").encode()


def encode_line(value: Any) -> str:
    """Compact JSON on one line, without newline."""
    return _text(value, indent=None)


def encode_plain(text: str) -> str:
    """A string as agents' JavaScript writes it, with nothing escaped that need not be."""
    return json.dumps(text, ensure_ascii=False)


def decode(data: bytes | str) -> Any:
    """Parse JSON; raises ValueError (also for bytes that are no UTF-8, NaN and absurd nesting)."""
    try:
        return json.loads(data, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _text(value: Any, indent: int | None) -> str:
    separators = None if indent else (",", ":")
    try:
        text = json.dumps(_whole_floats(value), ensure_ascii=False, indent=indent, separators=separators)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None
    # File names that are no UTF-8 arrive as lone surrogates: escaped, they survive a round trip.
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text.translate(_ESCAPED))


def _whole_floats(value: Any) -> Any:
    """100.0 is written 100, as the reference does; what JSON has no number for (1e999) is null."""
    if isinstance(value, float):
        if value - value != 0:
            return None
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {key: _whole_floats(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_whole_floats(item) for item in value]
    return value
