"""Lines of a file, as people type them."""

from __future__ import annotations

import re

from entire.core.errors import UsageError

_NUMBERS = re.compile(r"([0-9]{1,9})(?:,([0-9]{1,9}))?")


def check(typed: str, first: int, last: int, example: str) -> None:
    """Raise UsageError if these cannot be the first and the last line of a range."""
    if min(first, last) < 1:
        raise UsageError(f"lines are counted from 1: {typed[-40:]}", example)
    if last < first:
        raise UsageError(f"the last line comes first: {typed[-40:]}", example)


def check_range(typed: str, example: str) -> None:
    """The same for a range of `git blame -L`, if it is one of numbers."""
    found = _NUMBERS.fullmatch(typed)
    if found is not None:
        check(typed, int(found[1]), int(found[2] or found[1]), example)
