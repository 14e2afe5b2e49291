"""Regions of a text that rules found, and how to replace them."""

from __future__ import annotations

from _bisect import bisect_left, bisect_right

from entire.core.value import Value

MARK = b"REDACTED"

BY_LOOKS = "entropy"
"""The least specific rule."""

# The mark of a replacement. `re` is fast enough: it only runs on text that contains the word.
_MARKS = rb"\[REDACTED_[A-Z0-9_]+\]|REDACTED"


class Region(Value):
    """Bytes `start` to `end`, which `rule` forbids to store; only personal data has a `label`."""

    start: int
    end: int
    rule: str
    label: str = ""


def moved(region: Region, offset: int) -> Region:
    """Return the same region in a text that contains this one."""
    return resized(region, region.start + offset, region.end + offset)


def resized(region: Region, start: int, end: int) -> Region:
    """Return the region with another start and end."""
    return Region(start, end, region.rule, region.label)


def merge(regions: list[Region]) -> list[Region]:
    """Sort regions and join those that overlap, or touch and are of the same kind.

    The union is named after the first, or the longest if they start together; but a specific rule wins over
    the entropy rule.
    """
    merged: list[Region] = []
    for region in sorted(regions, key=lambda region: (region.start, -region.end, region.label)):
        last = merged[-1] if merged else None
        if last is not None and (
            region.start < last.end or (region.start == last.end and region.label == last.label)
        ):
            rule = region.rule if last.rule == BY_LOOKS else last.rule
            merged[-1] = Region(last.start, max(last.end, region.end), rule, last.label)
        else:
            merged.append(region)
    return merged


def apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans and join overlapping ones."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def beyond_marks(text: bytes, regions: list[Region]) -> list[Region]:
    """Return regions that are more than marks, and cut no mark: so each pass leaves less to replace."""
    if not regions or MARK not in text:
        return regions
    import re

    marks = [match.span() for match in re.finditer(_MARKS, text)]
    ends = [end for _, end in marks]
    kept = []
    for region in regions:
        start, end = region.start, region.end
        first = bisect_right(ends, start)
        around = marks[first : bisect_left(marks, (end,), first)]
        if sum(min(end, mark[1]) - max(start, mark[0]) for mark in around) == end - start:
            continue
        start = min([start, *(mark[0] for mark in around[:1])])
        end = max([end, *(mark[1] for mark in around[-1:])])
        kept.append(resized(region, start, end))
    return kept


def splice(source: bytes, regions: list[Region]) -> bytes:
    """Replace each region (in order, without overlaps) in `source`; every other byte stays."""
    parts: list[bytes] = []
    done = 0
    for region in regions:
        mark = b"[REDACTED_%b]" % region.label.encode() if region.label else MARK
        parts += (source[done : region.start], _replaced(source[region.start : region.end], mark))
        done = region.end
    parts.append(source[done:])
    return b"".join(parts)


def _replaced(piece: bytes, mark: bytes) -> bytes:
    """Return a mark for a piece, or one per line, so that the number of lines stays the same."""
    if b"\n" not in piece:
        return mark
    return b"\n".join(mark if line.strip() else line for line in piece.split(b"\n"))
