"""Regions of a text: what a rule found, and how they are replaced."""

from collections.abc import Callable

from entire.core.value import Value

MARK = b"REDACTED"


class Region(Value):
    """Bytes `start` to `end` hold a secret, says `rule`."""

    start: int
    end: int
    rule: str


def merge(regions: list[Region]) -> list[Region]:
    """In order, with overlapping or touching regions made one; the first one's rule names the union."""
    merged: list[Region] = []
    for region in sorted(regions):
        if merged and region.start <= merged[-1].end:
            merged[-1] = merged[-1].replace(end=max(merged[-1].end, region.end))
        else:
            merged.append(region)
    return merged


def splice(source: bytes, spans: list[tuple[int, int]], replace: Callable[[bytes], bytes]) -> bytes:
    """`source` with each span (in order, apart) replaced; every byte outside them stays."""
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += (source[done:start], replace(source[start:end]))
        done = end
    parts.append(source[done:])
    return b"".join(parts)
