"""Redact JSON documents and JSON lines, changing only the strings that contain a secret."""

from __future__ import annotations

from entire.redact import detect
from entire.redact.plain import find_literal, find_plain, settle
from entire.redact.prefilter import suspects
from entire.redact.regions import Region, moved, splice
from entire.redact.walk import is_json, literals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from entire.redact.places import Place
    from entire.redact.walk import Literal


def load() -> None:
    """Load the libraries, too: this module has loaded all others that most texts need."""
    detect.load()


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
        return _redact_line(data, found)
    lines = suspect_lines(data, found)
    parts: list[bytes] = []
    done = 0
    for start, end, spans in lines:
        parts += (data[done:start], _redact_line(data[start:end], spans))
        done = end
    parts.append(data[done:])
    return b"".join(parts)


def find_jsonl(data: bytes) -> list[Region]:
    """Return what `redact_jsonl` replaces in its first pass."""
    found = suspects(data)
    if not found or is_json(data):
        return find_value(data) if found else []
    lines = suspect_lines(data, found)
    return [
        moved(region, start) for start, end, spans in lines for region in _in_value(data[start:end], spans)
    ]


def suspect_lines(data: bytes, found: list[tuple[int, int]]) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """Return the lines, without line endings, that suspect spans start or end in, each with its spans."""
    lines: list[tuple[int, int, list[tuple[int, int]]]] = []
    done = 0
    for start, end in found:
        if lines and start < lines[-1][1]:
            lines[-1][2].append((start - lines[-1][0], end - lines[-1][0]))
        while done < end:
            begin = max(data.rfind(b"\n", done, max(start, done)) + 1, done)
            stop = data.find(b"\n", begin)
            stop = len(data) if stop < 0 else stop
            lines.append((begin, stop, [(max(start, begin) - begin, end - begin)]))
            done = start = stop + 1
    return lines


def find_value(raw: bytes) -> list[Region]:
    """Return the regions to replace in a JSON value, or in text that is not valid JSON."""
    found = suspects(raw)
    return _in_value(raw, found) if found else []


def _redact_line(line: bytes, found: list[tuple[int, int]]) -> bytes:
    """Redact a line that has suspect spans; once something is replaced, all of it is looked at again."""
    regions = _in_value(line, found)
    return settle(splice(line, regions), find_value) if regions else line


def _in_value(raw: bytes, found: list[tuple[int, int]]) -> list[Region]:
    return _in_members(raw, found) if is_json(raw) else find_plain(raw)


def _placer(literal: Literal, key: bytes) -> Callable[[bytes], Place]:
    return lambda value: literal.place(key, value)


def _in_members(raw: bytes, found: list[tuple[int, int]]) -> list[Region]:
    """Return the regions to replace in `raw`, which is valid JSON."""
    regions: list[Region] = []
    spoiled = set()  # names that will be replaced, and then mean nothing
    inside = literals(raw, found)
    for literal in inside:
        key = b"" if literal.is_key or literal.key in spoiled else literal.key
        here = find_literal(raw[literal.start : literal.end], key, _placer(literal, key))
        if here and literal.is_key:
            spoiled.add(literal.key)
        regions += [moved(region, literal.start) for region in here]
    return regions
