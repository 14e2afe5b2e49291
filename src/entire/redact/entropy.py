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


class _Weights(dict[int, float]):
    """What a byte that occurs so often takes off, each worked out once."""

    def __missing__(self, count: int) -> float:
        weight = self[count] = count * log2(count)
        return weight


_weights = _Weights()


def is_random(run: bytes) -> bool:
    """Whether the Shannon entropy of the run's bytes is above the threshold."""
    return len(set(run)) >= MIN_DISTINCT and entropy(run) > THRESHOLD


def entropy(run: bytes) -> float:
    """Return the Shannon entropy in bits per byte."""
    return log2(len(run)) - sum(map(_weights.__getitem__, map(run.count, set(run)))) / len(run)


def after_backslash(text: bytes, start: int) -> bool:
    r"""Whether the run's first letter may belong to an escape such as `\n`, which must stay whole."""
    return start > 0 and text[start - 1] == 0x5C and text[start] in _ESCAPE_LETTERS
