"""Check the characters of an id without a regular expression."""

from __future__ import annotations

DIGITS = "0123456789"
HEX = DIGITS + "abcdef"
HEX_ANY_CASE = HEX + "ABCDEF"
ALPHANUMERIC = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def made_of(text: str, letters: str, least: int, most: int) -> bool:
    """Whether ``text`` consists of these characters, and has ``least`` to ``most`` of them."""
    return least <= len(text) <= most and not text.strip(letters)
