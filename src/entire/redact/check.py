"""List what redaction would replace in a text, without revealing it."""

from __future__ import annotations

from bisect import bisect_right

from entire.core.value import Value
from entire.redact.document import find_jsonl
from entire.redact.plain import find_plain
from entire.redact.walk import is_json

_SHOWN = 4


class Finding(Value):
    """One thing that would be replaced."""

    line: int  # from 1
    column: int  # from 1, in characters
    rule: str
    masked: str  # the first characters
    length: int  # characters


def findings(data: bytes) -> list[Finding]:
    """Return the findings in order: JSON and JSON lines as for transcripts, anything else as plain text."""
    regions = find_jsonl(data) if _is_json_lines(data) else find_plain(data)
    starts = [0, *(index + 1 for index, byte in enumerate(data) if byte == 0x0A)]
    found = []
    for region in regions:
        line = bisect_right(starts, region.start)
        before, value = _text(data[starts[line - 1] : region.start]), _text(data[region.start : region.end])
        found.append(Finding(line, len(before) + 1, region.rule, mask(value), len(value)))
    return found


def mask(value: str) -> str:
    """Return a few characters, at most a quarter: enough to recognize it, not enough to use it."""
    return value[: min(_SHOWN, len(value) // 4)].partition("\n")[0] + "…"


def _is_json_lines(data: bytes) -> bool:
    first = next(filter(None, map(bytes.strip, data.split(b"\n", 64)[:64])), b"")
    return is_json(first) or is_json(data)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
