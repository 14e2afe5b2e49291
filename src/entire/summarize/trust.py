"""Whose command is run: the user's own, never one that came with the repository (I6)."""

from __future__ import annotations

import os
from typing import Any

from entire.core import settings
from entire.core.errors import EntireError
from entire.core.settings import LOCAL_FILE
from entire.git.repository import Repository
from entire.git.worktree.tracked import is_tracked
from entire.summarize.options import KEY


def check_command(repo: Repository) -> None:
    """Raises EntireError if the command that the settings name is not the user's."""
    if _local_command(repo) and _is_own_file(repo):
        return
    raise EntireError(
        f"{KEY}.command came with the repository, and is not run",
        f"if you want it, put it into {LOCAL_FILE}, which stays on this machine",
    )


def _local_command(repo: Repository) -> Any:
    """As the local file says it: its `summarize` takes the place of the team's as a whole."""
    try:
        local = settings.load_file(repo.worktree, LOCAL_FILE)
    except (ValueError, OSError):
        return None
    chosen = local.strategy_options.get("summarize") if local else None
    return chosen.get("command") if isinstance(chosen, dict) else None


def _is_own_file(repo: Repository) -> bool:
    """Not in the index, nor reached through a link that may be."""
    path = repo.path(LOCAL_FILE)
    return os.path.realpath(path) == path and not is_tracked(repo, LOCAL_FILE)
