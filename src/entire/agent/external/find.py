"""Where the program of an external agent is."""

from __future__ import annotations

import os
import stat

from entire.agent.external import PREFIX
from entire.core import files
from entire.core.pattern import DIGITS, made_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTERS = DIGITS + "abcdefghijklmnopqrstuvwxyz"
_LONGEST_NAME = 40
_MOST_FOLDERS = 200


def is_name(name: str) -> bool:
    """Whether an agent can be called that: the name becomes a part of commands and file names."""
    return made_of(name, _LETTERS + "-", 1, _LONGEST_NAME) and name[0] in _LETTERS and name[-1] in _LETTERS


def program(name: str) -> str:
    """Return the path of an agent's program, the first one on PATH, or an empty text."""
    paths = (os.path.join(folder, PREFIX + name) for folder in _folders()) if is_name(name) else iter(())
    return next(filter(_is_program, paths), "")


def programs() -> dict[str, str]:
    """All of them, by the agents' names. For commands: a hook asks for one."""
    found: dict[str, str] = {}
    for folder in _folders():
        for file in sorted(files.names(folder)):
            name = file.removeprefix(PREFIX)
            if file.startswith(PREFIX) and is_name(name) and _is_program(path := os.path.join(folder, file)):
                found.setdefault(name, path)
    return found


def _folders() -> Iterator[str]:
    """Absolute entries only: others mean a folder of whatever repository we are in (I6)."""
    entries = dict.fromkeys(os.environ.get("PATH", os.defpath).split(os.pathsep)[:_MOST_FOLDERS])
    return (entry for entry in entries if os.path.isabs(entry))


def _is_program(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode) and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False
