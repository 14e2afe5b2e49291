"""Remove unused files. A failure is reported, and does not stop the rest."""

from __future__ import annotations

import os
import shutil
from typing import NamedTuple

from entire.care import copies, leftovers
from entire.care.copies import Copy
from entire.care.leftovers import Leftover
from entire.core import files, log
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.session.store import Store


class Failure(NamedTuple):
    path: str
    error: OSError


class Swept(NamedTuple):
    leftovers: list[Leftover]
    copies: list[Copy]
    failed: list[Failure]


def sweep(repo: Repository, store: Store) -> Swept:
    """Find and remove files under one lock, so that no session continues in between."""
    swept = Swept([], [], [])
    with store.lock(), Objects(repo) as objects:
        places = list(worktrees.every(repo))
        for leftover in leftovers.find(places, store):
            if _removed(leftover.path, swept.failed):
                swept.leftovers.append(leftover)
        for copy in copies.unneeded(places, objects, store):
            if _removed(copy.path, swept.failed):
                swept.copies.append(copy)
                _remove_if_empty(os.path.dirname(copy.path))
    for path in [*(gone.path for gone in swept.leftovers), *(gone.path for gone in swept.copies)]:
        log.info("swept", component="care", path=path)
    return swept


def _removed(path: str, failed: list[Failure]) -> bool:
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            files.remove(path)
    except OSError as error:
        failed.append(Failure(path, error))
        return False
    return True


def _remove_if_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:  # not empty
        pass
