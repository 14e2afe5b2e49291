"""Long pieces of base64, also over several lines: each is judged as a whole, and replaced as a whole."""

from entire.redact.entropy import after_backslash, is_random, row_of
from entire.redact.words import fit

SIZE = 256
"""How many bytes make a block."""

_LONG, _ROW = row_of(b"/"), b"x" * 60
_LINE_END = rb"(?:(?:\\+[rn]?)++|\r?\n)"  # maybe escaped
_LINES = rb"[A-Za-z0-9+/_-]{60,}+(?:%b[A-Za-z0-9+/_-]{60,}+)*+(?:%b[A-Za-z0-9+/]{2,}={1,2})?={0,2}" % (
    _LINE_END,
    _LINE_END,
)
_SLASHES = 36
"""Base64 has a slash in 64 bytes, a path has more."""


def find(text: bytes) -> list[tuple[int, int]]:
    """Return the spans of blocks, in order. They may be escaped."""
    return [span for span in _joined(text) if span[1] - span[0] >= SIZE and _is_base64(text[slice(*span)])]


def _joined(text: bytes) -> list[tuple[int, int]]:
    """Return long runs, with those on successive lines joined."""
    found: list[tuple[int, int]] = []
    if len(text) < SIZE:
        return found
    seen = text.translate(_LONG)
    start = seen.find(_ROW)
    while 0 <= start <= len(text) - SIZE:
        end = seen.find(b" ", start)
        end = len(text) if end < 0 else end
        if end - start >= SIZE or text[end : end + 1] in (b"\\", b"\r", b"\n"):
            import re  # only here: other rows are long paths, most often

            whole = re.compile(_LINES).match(text, start)
            end = whole.end() if whole else end
            found.append((start + after_backslash(text, start), end))
        start = seen.find(_ROW, end)
    return found


def _is_base64(block: bytes) -> bool:
    """Whether a block is random, not words, and without the slashes of a path."""
    return block.count(b"/") <= len(block) // _SLASHES and is_random(block[:SIZE]) and fit(block) < 0
