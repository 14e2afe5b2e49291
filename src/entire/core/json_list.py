"""The positions of a list's items in a JSON document, found by the interpreter's own fast scanner."""

from __future__ import annotations

from entire.core.json_text import scan

_BLANKS = frozenset(" \t\r\n")


def spans(text: str, key: str) -> tuple[int, list[int]]:
    """Return where the list under ``key`` starts, after the bracket, and where each of its items ends.

    Raises ValueError if the text is not an object with such a list.
    """
    try:
        found, end = _member_spans(text, key)
    except (StopIteration, SystemError, IndexError, RecursionError):
        raise ValueError("not valid JSON") from None
    if found is None or _skip(text, end) != len(text):
        raise ValueError(f"not an object with a list {key!r}")
    return found


def _member_spans(text: str, key: str) -> tuple[tuple[int, list[int]] | None, int]:
    """Return the same, None if there is no list, and the end of the object. The last of equal keys counts."""
    found = None
    at = _skip(text, _behind("{", text, 1 if text.startswith("\ufeff") else 0))
    if text[at] == "}":
        return None, at + 1
    while True:
        _behind('"', text, at)
        name, at = scan(text, _skip(text, at))
        at = _skip(text, _behind(":", text, at))
        if name == key:
            found = None
        if name == key and text[at] == "[":
            start = at + 1
            ends, at = _item_ends(text, start)
            found = start, ends
        else:
            at = scan(text, at)[1]
        at = _skip(text, at)
        if text[at] == "}":
            return found, at + 1
        at = _behind(",", text, at)


def _item_ends(text: str, at: int) -> tuple[list[int], int]:
    """Return the ends of a list's items, and of the list."""
    ends: list[int] = []
    at = _skip(text, at)
    if text[at] == "]":
        return ends, at + 1
    while True:
        at = scan(text, at)[1]
        ends.append(at)
        at = _skip(text, at)
        if text[at] == "]":
            return ends, at + 1
        at = _skip(text, _behind(",", text, at))


def _behind(letter: str, text: str, at: int) -> int:
    """Return the position after an expected character, which may follow white space."""
    at = _skip(text, at)
    if text[at] != letter:
        raise ValueError(f"{letter} expected")
    return at + 1


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] in _BLANKS:
        at += 1
    return at
