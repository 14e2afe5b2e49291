"""How random a run of key-like characters is: too random for words, names, hex or UUIDs?"""

from math import log2

THRESHOLD = 4.5
"""Bits per byte, exclusive."""

MIN_DISTINCT = 23
"""Entropy is at most log2(distinct bytes), and log2(22) < 4.5: a run with fewer distinct bytes never matches.

So shorter runs cannot match either, and hex, decimal numbers and UUIDs never match.
"""

RUN = rb"[A-Za-z0-9+_=-]{23,}"
"""Without `/` on purpose: otherwise, deep file paths would count as one random run."""

_ESCAPE_LETTERS = b"ntrbfu"


def is_random(run: bytes) -> bool:
    """Whether the Shannon entropy of the run's bytes is above the threshold."""
    return len(set(run)) >= MIN_DISTINCT and entropy(run) > THRESHOLD


def entropy(run: bytes) -> float:
    """Return the Shannon entropy in bits per byte."""
    counts = [run.count(byte) for byte in set(run)]
    return log2(len(run)) - sum(n * log2(n) for n in counts) / len(run)


def after_backslash(text: bytes, start: int) -> bool:
    r"""Whether the run's first letter may belong to an escape such as `\n`, which must stay whole."""
    return start > 0 and text[start - 1] == 0x5C and text[start] in _ESCAPE_LETTERS
