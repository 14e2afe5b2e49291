"""Find names by prefix, and suggest similar ones when none matches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

NEAR = 3  # names to suggest
LEAST_LENGTH = 6


def matching(names: Collection[str], prefix: str) -> list[str]:
    """Return the names that start with ``prefix``, ignoring case; an exact match wins over longer names."""
    if not prefix:
        return []
    if prefix in names:
        return [prefix]
    wanted = prefix.lower()
    return [name for name in names if name.lower().startswith(wanted)]


def near(names: Collection[str], wrong: str) -> list[str]:
    """Return a few names that start with something like ``wrong``, the most similar first."""
    if not wrong:
        return []
    from difflib import get_close_matches

    whole: dict[str, str] = {}
    for name in names:
        whole.setdefault(name[: len(wrong)].lower(), name)
    return [whole[found] for found in get_close_matches(wrong.lower(), whole, NEAR, 0.6)]


def shortener(names: Sequence[str], least: int = LEAST_LENGTH) -> Callable[[str], str]:
    """Return a function that shortens names of a sorted list to their shortest unique prefix."""

    def shorten(name: str) -> str:
        at = bisect_left(names, name)
        length = least
        for other in names[max(0, at - 1) : at + 2]:
            while length < len(name) and other != name and other.startswith(name[:length]):
                length += 1
        return name[:length]

    return shorten
