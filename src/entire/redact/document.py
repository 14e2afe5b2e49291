"""JSON documents and JSON lines: only the strings that hold a secret change, every other byte stays."""

from functools import partial

from entire.redact.plain import find_literal, find_plain, settle
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, moved
from entire.redact.walk import is_json, literals


def redact_json(data: bytes) -> bytes:
    """One JSON value without its secrets; what is no JSON is treated as plain text."""
    return settle(data, find_value)


def redact_jsonl(data: bytes) -> bytes:
    """JSON lines without their secrets, as many as before.

    A file that is one pretty-printed value is taken as such, since its lines are not JSON. Anything else goes
    line by line, and only the lines that the prefilter points at are looked at.
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
    """What `redact_jsonl` replaces first."""
    found = suspects(data)
    if not found or is_json(data):
        return find_value(data) if found else []
    return [
        moved(region, start)
        for start, end in suspect_lines(data, found)
        for region in find_value(data[start:end])
    ]


def suspect_lines(data: bytes, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The lines, without their ends, that suspect spans begin or end in."""
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
    """What must go from one JSON value, or from text that is none."""
    found = suspects(raw)
    if not found:
        return []
    return _in_members(raw, found) if is_json(raw) else find_plain(raw)


def _in_members(raw: bytes, found: list[tuple[int, int]]) -> list[Region]:
    """`raw` is known to be JSON."""
    regions: list[Region] = []
    spoiled = set()  # names that are replaced, and so say nothing any more
    for literal in literals(raw, found):
        key = b"" if literal.is_key or literal.key in spoiled else literal.key
        here = find_literal(raw[literal.start : literal.end], key, partial(literal.place, key))
        if here and literal.is_key:
            spoiled.add(literal.key)
        regions += [moved(region, literal.start) for region in here]
    return regions
