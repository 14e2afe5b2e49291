"""A conversation in short: the messages, and which tools were called."""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent.entries import RECORD, TOOL, USER, Entry
from entire.core.text import one_line, printable

MAX_TEXT = 100_000  # characters: some 25,000 tokens
_SEPARATOR = "\n\n"
_NAMES = {USER: "User", RECORD: "Record"}


def entry_text(entry: Entry) -> str:
    """Format an entry of the conversation."""
    if entry.kind == TOOL:
        detail = one_line(entry.detail)
        return f"[Tool] {one_line(entry.text)}" + (f": {detail}" if detail else "")
    return f"[{_NAMES.get(entry.kind, 'Assistant')}] {printable(entry.text)}"


def condensed(entries: Sequence[Entry], files: Sequence[str], limit: int = MAX_TEXT) -> str:
    """Return the conversation, cut in the middle if it is too long: the start and the end matter most."""
    piece = limit // 10  # so that a single entry cannot fill the whole limit
    pieces = [_cut(entry_text(entry), piece) for entry in entries]
    if files:
        named = "\n".join(f"- {one_line(path)}" for path in files)
        pieces.append(_cut(f"[Files Modified]\n{named}", piece))
    return _SEPARATOR.join(_both_ends(pieces, limit))


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = limit // 4
    return f"{text[: limit - end]}\n[…]\n{text[-end:]}" if end else text[:limit]


def _both_ends(pieces: list[str], limit: int) -> list[str]:
    """Keep a quarter of the limit for the start, the rest for the end."""
    if _length(pieces) <= limit:
        return pieces
    head = _fitting(pieces, limit // 4)
    rest = pieces[head:]
    tail = _fitting(rest[::-1], limit - limit // 4)
    left_out = len(rest) - tail
    return [*pieces[:head], f"[… {left_out} left out …]", *rest[left_out:]]


def _fitting(pieces: Sequence[str], limit: int) -> int:
    """Return how many pieces from the start fit."""
    for index, piece in enumerate(pieces):
        limit -= len(piece) + len(_SEPARATOR)
        if limit < 0:
            return index
    return len(pieces)


def _length(pieces: Sequence[str]) -> int:
    return sum(len(piece) + len(_SEPARATOR) for piece in pieces)
