"""JSON documents and JSON lines: only the strings that hold a secret change, every other byte stays."""

from bisect import bisect_left

from entire.redact.plain import redact_literal, redact_plain
from entire.redact.prefilter import suspects
from entire.redact.regions import splice
from entire.redact.walk import is_json, literals


def redact_json(data: bytes) -> bytes:
    """One JSON value without its secrets; what is no JSON is treated as plain text."""
    found = suspects(data)
    return _value(data, found) if found else data


def redact_jsonl(data: bytes) -> bytes:
    """JSON lines without their secrets, as many as before.

    A file that is one pretty-printed value is taken as such, since its lines are not JSON. Anything else goes
    line by line, and only the lines that the prefilter points at are looked at.
    """
    found = suspects(data)
    if not found:
        return data
    if is_json(data):
        return _members(data, found)
    return _lines(data, found)


def _lines(data: bytes, found: list[int]) -> bytes:
    parts: list[bytes] = []
    done = index = 0
    while index < len(found):
        start = data.rfind(b"\n", done, found[index]) + 1 or done
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        after = bisect_left(found, end, index)
        line = data[start:end]
        parts += (data[done:start], _value(line, [at - start for at in found[index:after]]))
        done, index = end, after
    parts.append(data[done:])
    return b"".join(parts)


def _value(raw: bytes, found: list[int]) -> bytes:
    return _members(raw, found) if is_json(raw) else redact_plain(raw)


def _members(raw: bytes, found: list[int]) -> bytes:
    """`raw`, known to be JSON, with its suspect literals redacted in place."""
    chosen = literals(raw, found)
    places = iter(chosen)
    spans = [(literal.start, literal.end) for literal in chosen]
    return splice(raw, spans, lambda content: redact_literal(content, next(places).place))
