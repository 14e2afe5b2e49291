"""Names by their beginning, and those that may have been meant where none begins so."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

NEAR = 3  # names to suggest
LEAST_LENGTH = 6


def matching(names: Collection[str], prefix: str) -> list[str]:
    """The names that begin so, whatever the case; a whole name is meant itself, though others be longer."""
    if not prefix:
        return []
    if prefix in names:
        return [prefix]
    wanted = prefix.lower()
    return [name for name in names if name.lower().startswith(wanted)]


def near(names: Collection[str], wrong: str) -> list[str]:
    """Some names whose beginning looks like ``wrong``, the most alike first."""
    if not wrong:
        return []
    from difflib import get_close_matches

    whole: dict[str, str] = {}
    for name in names:
        whole.setdefault(name[: len(wrong)].lower(), name)
    return [whole[found] for found in get_close_matches(wrong.lower(), whole, NEAR, 0.6)]


def shortener(names: Sequence[str], least: int = LEAST_LENGTH) -> Callable[[str], str]:
    """Cuts names of a sorted list to what tells each from its neighbours, and so from all."""

    def shorten(name: str) -> str:
        at = bisect_left(names, name)
        beside = [other for other in names[max(0, at - 1) : at + 2] if other != name]
        length = least
        while length < len(name) and any(other.startswith(name[:length]) for other in beside):
            length += 1
        return name[:length]

    return shorten
