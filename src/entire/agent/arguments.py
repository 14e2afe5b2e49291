"""The lines that calls of tools add and remove, by their arguments, for any agent. Pure."""

from __future__ import annotations

from collections import Counter
from typing import Any

_BEGIN = "*** Begin Patch"
_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_PATCHES = ("patch", "patchText", "input")
_WHOLE = ("content", "contents", "file_text", "new_source", "insert_text")
# What is replaced, and by what.
_PAIRS = (
    ("old_string", "new_string"),
    ("oldString", "newString"),
    ("old_str", "new_str"),
    ("oldText", "newText"),
)
_LISTS = ("edits", "changes")
_MOST_EDITS = 1000  # of one call
ADDED, REMOVED = "+", "-"


def has_whole(given: Any) -> bool:
    """Whether a call replaces a whole file: what it removes is not in the arguments."""
    return isinstance(given, dict) and any(isinstance(given.get(key), str) for key in _WHOLE)


def of_arguments(given: Any, path: str, sign: str = ADDED) -> list[str]:
    """The lines that a call with these arguments adds to a file, or removes from it."""
    if isinstance(given, str):
        return of_patch(given, path, sign) if _BEGIN in given else []
    if not isinstance(given, dict):
        return []
    for key in _PATCHES:
        text = given.get(key)
        if isinstance(text, str) and _BEGIN in text:
            return of_patch(text, path, sign)
    diff = given.get("unified_diff")
    if isinstance(diff, str):
        heads = ("+++ ", "--- ")
        return [line[1:] for line in diff.splitlines() if line[:1] == sign and line[:4] not in heads]
    found: list[str] = []
    for old, new in _PAIRS:
        if isinstance(given.get(new), str):
            before = given[old] if isinstance(given.get(old), str) else ""
            found += difference(before, given[new]) if sign == ADDED else difference(given[new], before)
    for key in _WHOLE:
        if isinstance(given.get(key), str) and sign == ADDED:
            found += given[key].splitlines()
    for key in _LISTS:
        several = given.get(key)
        for one in several[:_MOST_EDITS] if isinstance(several, list) else ():
            found += of_arguments(one, path, sign) if isinstance(one, dict) else []
    return found


def difference(before: str, after: str) -> list[str]:
    """The lines of a text that another does not have, as often as it has them more."""
    left = Counter(before.splitlines())
    added = []
    for line in after.splitlines():
        if left[line] > 0:
            left[line] -= 1
        else:
            added.append(line)
    return added


def of_patch(text: str, path: str, sign: str = ADDED) -> list[str]:
    """The lines that a patch adds to one of its files, or removes from it."""
    found: list[str] = []
    inside = False
    for line in text[text.find(_BEGIN) :].splitlines():
        if line.startswith("*** Move to: "):
            inside = inside or _same(line, path)
        elif line.startswith(_HEADS):
            inside = _same(line, path)
        elif line.startswith("*** End Patch"):
            inside = False
        elif inside and line.startswith(sign):
            found.append(line[1:])
    return found


def _same(head: str, path: str) -> bool:
    named = head.partition(": ")[2].strip()
    return bool(named) and (named == path or path.endswith("/" + named.removeprefix("./")))
