"""The entropy rule: a run of key-like characters too random to be words, names, hex or a UUID."""

from math import log2

from entire.redact import allow
from entire.redact.engine import pattern
from entire.redact.regions import BY_LOOKS, Region

THRESHOLD = 4.5
"""Bits per byte, exclusive."""

MIN_DISTINCT = 23
"""Entropy is at most log2(distinct bytes), and log2(22) < 4.5: a run with fewer distinct bytes never matches.

So a shorter run need not be found either, and hex, decimal and UUIDs are safe at any length.
"""

RUN = rb"[A-Za-z0-9+_=-]{23,}"
"""`/` is left out on purpose: with it, deep file paths count as one random run."""

_ESCAPE_LETTERS = b"ntrbfu"


def regions(text: bytes) -> list[Region]:
    """The random runs of `text` that no allow rule explains."""
    found = []
    for match in pattern(RUN).finditer(text):
        start, end = match.span()
        if after_backslash(text, start):
            start += 1
        if is_random(text[start:end]):
            found.append(Region(start, end, BY_LOOKS))
    return allow.refused(text, found) if found else found


def is_random(run: bytes) -> bool:
    """Whether the Shannon entropy of the run's bytes is above the threshold."""
    return len(set(run)) >= MIN_DISTINCT and entropy(run) > THRESHOLD


def entropy(run: bytes) -> float:
    """Shannon's, in bits per byte."""
    counts = [run.count(byte) for byte in set(run)]
    return log2(len(run)) - sum(n * log2(n) for n in counts) / len(run)


def after_backslash(text: bytes, start: int) -> bool:
    r"""Whether the run's first letter may be that of an escape such as `\n`, which must not be torn."""
    return start > 0 and text[start - 1] == 0x5C and text[start] in _ESCAPE_LETTERS
