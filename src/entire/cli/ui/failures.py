"""What the system refused, to us or to git, in one line and a hint."""

from __future__ import annotations

import errno
import os
import re

from entire.core.errors import EntireError
from entire.git.errors import GitError, RefChanged

_HINTS = {
    errno.ENOSPC: "make room, then try again: what was stored before is whole",
    errno.EDQUOT: "make room, then try again: what was stored before is whole",
    errno.EROFS: "it is mounted read-only: work in a place that can be written to",
    errno.EACCES: "check the permissions, and whose file it is",
    errno.EPERM: "check the permissions, and whose file it is",
}
_LOCKED = re.compile(r"Unable to create '(.+?\.lock)': File exists")
_PLACE = re.compile(r"'([^'\n]+)'|(/[^\s:']+)")


def explain(error: Exception) -> EntireError | None:
    """The error in words that help; None if it is none of these."""
    if isinstance(error, GitError | RefChanged):
        return _of_git(error.message)
    if isinstance(error, OSError) and error.errno in _HINTS:
        where = os.fsdecode(error.filename) if error.filename else "writing failed"
        return EntireError(f"{where}: {os.strerror(error.errno)}", _HINTS[error.errno])
    cause = error.__cause__
    if isinstance(error, EntireError) and isinstance(cause, OSError) and cause.errno in _HINTS:
        return EntireError(error.message, _HINTS[cause.errno])
    return None


def _of_git(text: str) -> EntireError | None:
    locked = _LOCKED.search(text)
    if locked:
        hint = "another git command is at work; if none is, remove that file"
        return EntireError(f"{locked[1]} is in the way", hint)
    for number, hint in _HINTS.items():
        reason = os.strerror(number)
        if reason in text:
            place = _PLACE.search(text)
            where = (place[1] or place[2]) if place else "git"
            return EntireError(f"{where}: {reason}", hint)
    return None


def words(error: EntireError | OSError) -> tuple[str, str]:
    """What went wrong and what to do, for an error that is told among others."""
    told = explain(error) or error
    return (told.message, told.hint) if isinstance(told, EntireError) else (str(told), "")
