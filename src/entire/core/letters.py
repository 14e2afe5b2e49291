"""Which characters a name is made of: what is let in as an id, without a regular expression."""

from __future__ import annotations

DIGITS = "0123456789"
HEX = DIGITS + "abcdef"
HEX_ANY_CASE = HEX + "ABCDEF"
ALPHANUMERIC = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def made_of(text: str, letters: str, least: int, most: int) -> bool:
    """Whether ``text`` has only these characters, and so many of them."""
    return least <= len(text) <= most and not text.strip(letters)
