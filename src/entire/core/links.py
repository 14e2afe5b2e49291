"""Symbolic links in place of our folders: a repository can contain them, and they may point anywhere (I6).

Whatever writes goes through `files`, which calls `check`. Where links of the user's are followed on purpose
(an agent's folder, git's hooks), the caller resolves the path first, with `paths.real_parent`.
"""

from __future__ import annotations

import os

from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR, LOGS_DIR, METADATA_DIR, STATE_DIR, TMP_DIR

HINT = "entire never writes through a link; replace it with a folder or a file of its own"


class Linked(EntireError):
    """A place of ours is a symbolic link, or behind one."""

    def __init__(self, link: str) -> None:
        super().__init__(f"{link} is a symbolic link", HINT)


def check(path: str) -> None:
    """Raise Linked if a path, or a folder above it, is a symbolic link."""
    path = os.path.abspath(path)
    if os.path.realpath(path) != path:
        raise Linked(_first(path))


def _first(path: str) -> str:
    """Return the topmost link on the way to a path."""
    above = os.path.dirname(path)
    linked_above = above != path and os.path.realpath(above) != above
    return _first(above) if linked_above else path


def own(worktree: str, common_dir: str) -> list[str]:
    """Return our folders in a work tree and a git directory that are links."""
    folders = [os.path.join(worktree, name) for name in (ENTIRE_DIR, METADATA_DIR, TMP_DIR, LOGS_DIR)]
    return [path for path in (*folders, os.path.join(common_dir, STATE_DIR)) if os.path.islink(path)]


def leads_out(root: str, path: str) -> bool:
    """Whether links lead a path out of the work tree at ``root``, or into its `.git`."""
    top, real = os.path.realpath(root), os.path.realpath(path)
    inside = real == top or real.startswith(f"{top}/")
    return not inside or f"{real}/".startswith(f"{top}/.git/")
