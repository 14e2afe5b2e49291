"""How random a run of key-like characters is: too random for words, names, hex or UUIDs?"""

from __future__ import annotations

from math import log2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

THRESHOLD = 4.5
"""Bits per byte, exclusive."""

MIN_DISTINCT = 23
"""Entropy is at most log2(distinct bytes), and log2(22) < 4.5: a run with fewer distinct bytes never matches.

So shorter runs cannot match either, and hex, decimal numbers and UUIDs never match.
"""

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_-"

_ESCAPE_LETTERS = b"ntrbfu"


def row_of(others: bytes) -> bytes:
    """Return the table that makes letters, digits, some signs and `others` an `x`, all else a space."""
    return bytes(0x78 if byte in _LETTERS + others else 0x20 for byte in range(256))


_RUN = row_of(b"=")
"""Without `/` on purpose: otherwise, deep file paths would count as one random run."""


_ROW = b"x" * MIN_DISTINCT


def runs(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where enough key-like characters are in a row. Twice as fast as a regular expression."""
    seen = text.translate(_RUN)
    start = seen.find(_ROW)
    while start >= 0:
        end = seen.find(b" ", start)
        end = len(seen) if end < 0 else end
        yield start, end
        start = seen.find(_ROW, end)


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
