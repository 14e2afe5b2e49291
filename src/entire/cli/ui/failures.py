"""System errors, also those that git reports, as one line and a hint."""

from __future__ import annotations

import errno
import os
import re

from entire.core.errors import EntireError
from entire.core.files import NotReadable
from entire.git.errors import GitError, RefChanged

_HINTS = {
    errno.ENOSPC: "free some space and try again; existing data is intact",
    errno.EDQUOT: "free some space and try again; existing data is intact",
    errno.EROFS: "the file system is mounted read-only",
    errno.EACCES: "check its owner and permissions",
    errno.EPERM: "check its owner and permissions",
}
_LOCKED = re.compile(r"Unable to create '(.+?\.lock)': File exists")
_PLACE = re.compile(r"'([^'\n]+)'|(/[^\s:']+)")


def explain(error: Exception) -> EntireError | None:
    """The error with a useful hint; None if it is not one of these."""
    if isinstance(error, GitError | RefChanged):
        return _explain_git(error.message)
    if isinstance(error, NotReadable):
        return EntireError(f"{os.fsdecode(error.filename)}: {error.strerror}", "remove it, or move it away")
    if isinstance(error, OSError) and error.errno in _HINTS:
        where = os.fsdecode(error.filename) if error.filename else "write failed"
        return EntireError(f"{where}: {os.strerror(error.errno)}", _HINTS[error.errno])
    cause = error.__cause__
    if isinstance(error, EntireError) and isinstance(cause, OSError) and cause.errno in _HINTS:
        return EntireError(error.message, _HINTS[cause.errno])
    return None


def _explain_git(text: str) -> EntireError | None:
    locked = _LOCKED.search(text)
    if locked:
        hint = "another git command is running; if not, remove the file"
        return EntireError(f"{locked[1]} exists", hint)
    for number, hint in _HINTS.items():
        reason = os.strerror(number)
        if reason in text:
            place = _PLACE.search(text)
            where = (place[1] or place[2]) if place else "git"
            return EntireError(f"{where}: {reason}", hint)
    return None


def describe(error: EntireError | OSError) -> tuple[str, str]:
    """Message and hint, for an error that is one of several."""
    shown = explain(error) or error
    return (shown.message, shown.hint) if isinstance(shown, EntireError) else (str(shown), "")
