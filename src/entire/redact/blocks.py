"""Long pieces of base64, also over several lines: each is judged as a whole, and replaced as a whole."""

from entire.redact.engine import pattern
from entire.redact.entropy import after_backslash, is_random
from entire.redact.words import fit

SIZE = 256
"""How many bytes make a block."""

_LONG = rb"[A-Za-z0-9+/_-]{60}"
_LINES = rb"[A-Za-z0-9+/_-]{60,}+(?:(?:(?:\\+[rn]?)++|\r?\n)[A-Za-z0-9+/_-]{60,}+)*+(?:(?:(?:\\+[rn]?)++|\r?\n)[A-Za-z0-9+/]{2,}={1,2})?={0,2}"
_SLASHES = 36
"""Base64 has a slash in 64 bytes, a path has more."""


def find(text: bytes) -> list[tuple[int, int]]:
    """Return the spans of blocks, in order. They may be escaped."""
    return [span for span in _joined(text) if span[1] - span[0] >= SIZE and _is_base64(text[slice(*span)])]


def _joined(text: bytes) -> list[tuple[int, int]]:
    """Return long runs, with those on successive lines joined."""
    if len(text) < SIZE:
        return []
    import re

    lines = re.compile(_LINES)
    found: list[tuple[int, int]] = []
    end = 0
    while (match := pattern(_LONG).search(text, end)) is not None:
        start = match.start()
        whole = lines.match(text, start)
        end = whole.end() if whole else match.end()
        found.append((start + after_backslash(text, start), end))
    return found


def _is_base64(block: bytes) -> bool:
    """Whether a block is random, not words, and without the slashes of a path."""
    return block.count(b"/") <= len(block) // _SLASHES and is_random(block[:SIZE]) and fit(block) < 0
