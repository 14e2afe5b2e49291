"""How many cells of a terminal a text takes: `漢` takes two, a combining accent none."""

from __future__ import annotations

from unicodedata import category, east_asian_width

_AS_EMOJI = "\ufe0f"  # asks for the wide form of the character in front of it
_SOFT_HYPHEN = "\xad"  # the one format character that terminals show


def cell_len(text: str) -> int:
    """For printable text on one line. A sequence that some terminals draw as one emoji counts in full."""
    if text.isascii():
        return len(text)
    cells = before = 0
    for character in text:
        if character == _AS_EMOJI:
            cells += before == 1
            before = 0
        elif width := _width(character):
            cells += width
            before = width
    return cells


def _width(character: str) -> int:
    if character == _SOFT_HYPHEN:
        return 1
    if category(character) in ("Mn", "Me", "Cf") or _joins_syllable(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _joins_syllable(character: str) -> bool:
    """The vowels and finals of a Korean syllable that is spelled out, as in file names from macOS."""
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"
