"""What calls of tools changed in files, as diffs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, islice, repeat
from typing import Any, NamedTuple

from entire.agent.arguments import ADDED, REMOVED, has_whole, of_arguments
from entire.core.text import count as counted

_CONTEXT = 3
_MOST_COMPARED = 1500  # lines on both sides: comparing takes their product
_MOST_LINES = 400  # of one call
SAME, GAP = " ", "@"


class DiffLine(NamedTuple):
    """Field names are the names in JSON."""

    sign: str  # `+`, `-`, or a space for one that stays; `@` between parts that are not next to each other
    text: str
    line: int = 0  # its number in the new file; 0 if it has none, or that is not known
    who: str = ""  # agent, human or unknown; empty if that was not asked
    agent: str = ""
    turn: int = 0


class Edited(NamedTuple):
    """One file that a call changed."""

    path: str
    lines: list[DiffLine]
    left_out_count: int = 0  # lines


def left_out(edit: Edited) -> str:
    """What to say of the lines that are not shown."""
    if edit.lines:
        return counted(edit.left_out_count, "more line")
    return f"{counted(edit.left_out_count, 'line')} not shown"


def of_call(path: str, given: Any, known: tuple[str, str] | None) -> Edited:
    """The diff of a call: by the file before and after it, or else by its arguments."""
    if known is not None:
        lines = list(compared(*known))
        return _limited(path, lines, len(lines))
    replaced = [] if has_whole(given) else of_arguments(given, path, REMOVED)
    added = of_arguments(given, path, ADDED)
    signs = chain(repeat(REMOVED, len(replaced)), repeat(ADDED))
    changed = map(DiffLine, signs, chain(replaced, added))
    return _limited(path, changed, len(replaced) + len(added))


def _limited(path: str, lines: Iterable[DiffLine], count: int) -> Edited:
    return Edited(path, list(islice(lines, _MOST_LINES)), max(0, count - _MOST_LINES))


def compared(before: str, after: str) -> Iterator[DiffLine]:
    """The lines that differ, with some around them."""
    old, new = before.splitlines(), after.splitlines()
    return with_context([Change(old[a:b], c, d) for a, b, c, d in _changes(old, new)], new)


class Change(NamedTuple):
    """Lines that replace others."""

    removed: Sequence[str]
    first: int  # of the new file, from 0
    last: int  # after it


def with_context(changes: Sequence[Change], new: Sequence[str]) -> Iterator[DiffLine]:
    """Changes, with some lines of the new file around them."""
    shown = 0
    ends = [*(change.first for change in changes[1:]), len(new)]
    for change, following in zip(changes, ends, strict=False):
        top = max(change.first - _CONTEXT, shown)
        if top > shown:
            yield DiffLine(GAP, "", top + 1)
        yield from (DiffLine(SAME, new[at], at + 1) for at in range(top, change.first))
        yield from (DiffLine(REMOVED, line) for line in change.removed)
        yield from (DiffLine(ADDED, new[at], at + 1) for at in range(change.first, change.last))
        shown = min(change.last + _CONTEXT, following)
        yield from (DiffLine(SAME, new[at], at + 1) for at in range(change.last, shown))


def _changes(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Which lines replace which; what is the same at both ends is not compared."""
    start, end = 0, 0
    least = min(len(old), len(new))
    while start < least and old[start] == new[start]:
        start += 1
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    if len(a) + len(b) > _MOST_COMPARED:
        yield start, start + len(a), start, start + len(b)
        return
    for tag, one, two, three, four in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + one, start + two, start + three, start + four
