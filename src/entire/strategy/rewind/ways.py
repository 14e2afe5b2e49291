"""What lies where a file has to be written."""

from __future__ import annotations

import os
import stat

from entire.git.repository import Repository


def ways(repo: Repository, path: str) -> list[str]:
    """What has to go before a path can be a file."""
    above = ""
    for name in path.split("/")[:-1]:
        above = os.path.join(above, name)
        try:
            mode = os.lstat(repo.path(above)).st_mode
        except OSError:
            return []
        if not stat.S_ISDIR(mode):
            return [above]
    if os.path.islink(repo.path(path)):
        return []
    return _below(repo, path)


def _below(repo: Repository, path: str) -> list[str]:
    """Every file and link below a directory; nothing for anything else."""
    found = []
    for folder, folders, names in os.walk(repo.path(path)):
        names += [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found += [os.path.relpath(os.path.join(folder, name), repo.worktree) for name in names]
    return found
