"""JSON as the reference writes it: two spaces, keys in order, a newline at the end.

It is parsed by CPython's own scanner. The `json` package uses the same one, but also imports `re` and
`enum`, which would be a quarter of what a hook loads.
"""

from __future__ import annotations

from _json import encode_basestring, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Scan = Callable[[str, int], tuple[Any, int]]

# The reference's encoder escapes these inside strings; they cannot occur outside.
_ESCAPED = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
_SPACE = " \t\r\n"
DEEPEST = 300  # what is nested more deeply could be read, but not written again


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not valid JSON")


class _Rules:
    """The scanner's options: as in `json.loads`, but without NaN."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float: Any = float
    parse_int: Any = int
    parse_constant: Any = staticmethod(_refuse)


class _AnyText(_Rules):
    """Accept whatever agents write, control characters and NaN included; numbers are not parsed."""

    strict = False
    parse_int = float
    parse_constant = float


scan: Scan = make_scanner(_Rules)  # type: ignore[arg-type]
_scan_any: Scan = make_scanner(_AnyText)  # type: ignore[arg-type]


def encode(value: Any) -> bytes:
    """Return the canonical JSON of ``value`` with a final newline."""
    return (_text(value, "\n", ": ") + "\n").encode()


def encode_line(value: Any) -> str:
    """Return compact JSON on one line, without a newline."""
    return _text(value, "", ":")


def encode_lines(values: Iterable[Any]) -> bytes:
    """Return JSON lines, each with a newline. Lone surrogates stay as they are."""
    return "".join(f"{encode_line(value)}\n" for value in values).encode("utf-8", "surrogatepass")


def encode_plain(text: str) -> str:
    """Encode a string as JavaScript does, escaping only what must be escaped."""
    return encode_basestring(text)


def is_json(text: str) -> bool:
    """Whether a text is one JSON value, strictly valid or not."""
    text = text.strip(_SPACE)
    try:
        return _scan_any(text, 0)[1] == len(text)
    except (StopIteration, SystemError, ValueError, RecursionError):
        return False


def decode(data: bytes | str) -> Any:
    """Parse JSON. Raises ValueError, also for invalid UTF-8, NaN and absurd nesting."""
    text = data if isinstance(data, str) else data.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
    text = text.strip(_SPACE)
    try:
        value, end = scan(text, 0)
    except (StopIteration, SystemError):  # the scanner cannot say what is wrong
        return _explained(text)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None
    if end != len(text):
        return _explained(text)
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        raise ValueError("JSON is nested too deeply")
    return value


def _is_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        inside = (item.values() if isinstance(item, dict) else item for item in level)
        level = [item for items in inside for item in items if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def _explained(text: str) -> Any:
    """Raise the ValueError that says what is wrong, and where."""
    import json

    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:  # it needs more of the stack than the scanner alone
        raise ValueError("JSON is nested too deeply") from None


def _text(value: Any, newline: str, colon: str) -> str:
    try:
        text = _write(value, newline, colon).translate(_ESCAPED)
    except RecursionError:
        raise ValueError("JSON is nested too deeply") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        # File names that are not UTF-8 arrive as lone surrogates: escaped, they survive a round trip.
        return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def _write(value: Any, newline: str, colon: str) -> str:
    """Render a value; ``newline`` is a line break with the current indent, or empty for a single line."""
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
    """Write 100.0 as 100, as the reference does, and what JSON has no number for (1e999) as null."""
    if value - value != 0:
        return "null"
    return repr(int(value)) if value.is_integer() else repr(value)
