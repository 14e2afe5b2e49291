"""Symbolic links in place of our folders: a repository can contain them, and they may point anywhere (I6).

Whatever writes goes through `files`, which calls `check`. Where links of the user's are followed on purpose
(an agent's folder, git's hooks), the caller resolves the path first, with `paths.real_parent`.
"""

from __future__ import annotations

import os
import stat

from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR, LOGS_DIR, METADATA_DIR, STATE_DIR, TMP_DIR

_OURS = (".entire", "entire-")
_real: set[str] = set()  # folders above our places that were checked in this process

HINT = "entire never writes through a link; replace it with a real folder or file"


class Linked(EntireError):
    """One of our places is a symbolic link, or behind one."""

    def __init__(self, link: str) -> None:
        super().__init__(f"{link} is a symbolic link", HINT)


def check(path: str) -> None:
    """Raise Linked if a path, or a folder above it, is a symbolic link."""
    _check(os.path.abspath(path))


def _check(path: str) -> bool:
    """Check a path from the top down; return whether it needs no second look: a folder above our places."""
    if path in _real:
        return True
    above = os.path.dirname(path)
    is_above_ours = above == path or _check(above)
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if stat.S_ISLNK(mode):
        raise Linked(path)
    known = is_above_ours and stat.S_ISDIR(mode) and not os.path.basename(path).startswith(_OURS)
    if known:
        _real.add(path)
    return known


def own(worktree: str, common_dir: str) -> list[str]:
    """Return our folders in a work tree and a git directory that are links."""
    folders = [os.path.join(worktree, name) for name in (ENTIRE_DIR, METADATA_DIR, TMP_DIR, LOGS_DIR)]
    return [path for path in (*folders, os.path.join(common_dir, STATE_DIR)) if os.path.islink(path)]


def leads_out(root: str, path: str) -> bool:
    """Whether links lead a path out of the work tree at ``root``, or into its `.git`."""
    top, real = os.path.realpath(root), os.path.realpath(path)
    inside = real == top or real.startswith(f"{top}/")
    return not inside or f"{real}/".startswith(f"{top}/.git/")
