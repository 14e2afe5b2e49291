"""The text of a patch as several agents' tools take it: which files it writes."""

from __future__ import annotations

_FILES = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")


def paths(patch: str) -> list[str]:
    """The files that a patch adds, changes, deletes or moves, as it names them."""
    lines = (line.rstrip() for line in patch.splitlines() if line.startswith(_FILES))
    return list(dict.fromkeys(path for line in lines if (path := line.partition(": ")[2])))
