"""JSON as the family of tools writes it: two spaces, keys in order, a newline at the end.

Read by CPython's own scanner. The `json` package has the same one, but brings `re` and `enum` with it: a
quarter of what a hook loads.
"""

from __future__ import annotations

from _json import encode_basestring, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Scan = Callable[[str, int], tuple[Any, int]]

# The reference's encoder escapes these inside strings; they cannot occur outside of them.
_ESCAPED = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
_SPACE = " \t\r\n"


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class _Rules:
    """How the scanner reads: as `json.loads` does, but without NaN."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float: Any = float
    parse_int: Any = int
    parse_constant: Any = staticmethod(_refuse)


class _AnyText(_Rules):
    """Takes what agents may have written, control characters and NaN too; numbers are not looked at."""

    strict = False
    parse_int = float
    parse_constant = float


scan: Scan = make_scanner(_Rules)  # type: ignore[arg-type]
_scan_any: Scan = make_scanner(_AnyText)  # type: ignore[arg-type]


def encode(value: Any) -> bytes:
    """Canonical JSON of ``value`` with a final newline."""
    return (_text(value, "\n", ": ") + "\n").encode()


def encode_line(value: Any) -> str:
    """Compact JSON on one line, without newline."""
    return _text(value, "", ":")


def encode_plain(text: str) -> str:
    """A string as agents' JavaScript writes it, with nothing escaped that need not be."""
    return encode_basestring(text)


def is_json(text: str) -> bool:
    """Whether a text is one JSON value, written with or without care."""
    text = text.strip(_SPACE)
    try:
        return _scan_any(text, 0)[1] == len(text)
    except (StopIteration, SystemError, ValueError, RecursionError):
        return False


def decode(data: bytes | str) -> Any:
    """Parse JSON; raises ValueError (also for bytes that are no UTF-8, NaN and absurd nesting)."""
    text = data if isinstance(data, str) else data.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
    text = text.strip(_SPACE)
    try:
        value, end = scan(text, 0)
    except (StopIteration, SystemError):  # the scanner cannot say what is wrong
        return _explained(text)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None
    return value if end == len(text) else _explained(text)


def _explained(text: str) -> Any:
    """Raises the ValueError that says what is wrong, and where."""
    import json

    return json.loads(text, parse_constant=_refuse)


def _text(value: Any, newline: str, colon: str) -> str:
    try:
        text = _write(value, newline, colon).translate(_ESCAPED)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        # File names that are no UTF-8 arrive as lone surrogates: escaped, they survive a round trip.
        return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def _write(value: Any, newline: str, colon: str) -> str:
    """``newline`` is a line end with the indent of what surrounds the value; empty: all on one line."""
    if isinstance(value, str):
        return encode_plain(value)
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _number(value)
    inner = newline and newline + "  "
    if isinstance(value, dict):
        items = [f"{encode_plain(key)}{colon}{_write(item, inner, colon)}" for key, item in value.items()]
        return _enclosed("{", items, "}", newline, inner)
    if isinstance(value, list | tuple):
        return _enclosed("[", [_write(item, inner, colon) for item in value], "]", newline, inner)
    raise TypeError(f"JSON has no {type(value).__name__}")


def _enclosed(opening: str, items: list[str], closing: str, newline: str, inner: str) -> str:
    if not items:
        return opening + closing
    return f"{opening}{inner}{f',{inner}'.join(items)}{newline}{closing}"


def _number(value: float) -> str:
    """100.0 is written 100, as the reference does; what JSON has no number for (1e999) is null."""
    if value - value != 0:
        return "null"
    return repr(int(value)) if value.is_integer() else repr(value)
