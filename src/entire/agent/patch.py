"""Patches in the form that several agents' models write: `*** Begin Patch`, then one part for each file."""

from __future__ import annotations

from entire.core.paths import nameable

_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_MARK = "*** "  # lines of a file's content begin with another character
_MOST_PATHS = 10_000


def paths(patch: str) -> list[str]:
    """The files that a patch adds, changes, deletes or moves, once each, as it names them.

    They are relative to where the agent is, or absolute.
    """
    found: dict[str, None] = {}
    for line in patch.split("\n") if _MARK in patch else ():
        if not line.startswith(_HEADS):
            continue
        path = line.partition(": ")[2].strip()
        if path and nameable(path) and len(found) < _MOST_PATHS:
            found[path] = None
    return list(found)
