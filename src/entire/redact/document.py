"""Redact JSON documents and JSON lines, changing only the strings that contain a secret."""

from functools import partial

from entire.redact.plain import find_literal, find_plain, settle
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, moved
from entire.redact.walk import is_json, literals


def redact_json(data: bytes) -> bytes:
    """Redact a JSON value; anything that is not valid JSON is treated as plain text."""
    return settle(data, find_value)


def redact_jsonl(data: bytes) -> bytes:
    """Redact JSON lines, keeping their number.

    A file with one pretty-printed value is treated as such, since its lines are not JSON. Anything else is
    redacted line by line, and only lines that the prefilter suspects are parsed.
    """
    found = suspects(data)
    if not found:
        return data
    if is_json(data):
        return redact_json(data)
    parts: list[bytes] = []
    done = 0
    for start, end in suspect_lines(data, found):
        parts += (data[done:start], settle(data[start:end], find_value))
        done = end
    parts.append(data[done:])
    return b"".join(parts)


def find_jsonl(data: bytes) -> list[Region]:
    """Return what `redact_jsonl` replaces in its first pass."""
    found = suspects(data)
    if not found or is_json(data):
        return find_value(data) if found else []
    return [
        moved(region, start)
        for start, end in suspect_lines(data, found)
        for region in find_value(data[start:end])
    ]


def suspect_lines(data: bytes, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the lines, without line endings, that suspect spans start or end in."""
    lines = []
    done = 0
    for start, end in found:
        while done < end:
            begin = max(data.rfind(b"\n", done, max(start, done)) + 1, done)
            stop = data.find(b"\n", begin)
            stop = len(data) if stop < 0 else stop
            lines.append((begin, stop))
            done = start = stop + 1
    return lines


def find_value(raw: bytes) -> list[Region]:
    """Return the regions to replace in a JSON value, or in text that is not valid JSON."""
    found = suspects(raw)
    if not found:
        return []
    return _in_members(raw, found) if is_json(raw) else find_plain(raw)


def _in_members(raw: bytes, found: list[tuple[int, int]]) -> list[Region]:
    """Return the regions to replace in `raw`, which is valid JSON."""
    regions: list[Region] = []
    spoiled = set()  # names that will be replaced, and then mean nothing
    for literal in literals(raw, found):
        key = b"" if literal.is_key or literal.key in spoiled else literal.key
        here = find_literal(raw[literal.start : literal.end], key, partial(literal.place, key))
        if here and literal.is_key:
            spoiled.add(literal.key)
        regions += [moved(region, literal.start) for region in here]
    return regions
