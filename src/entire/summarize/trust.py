"""Only run the user's own command, never one that came with the repository (I6)."""

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
    """Raise EntireError if the command in the settings is not the user's."""
    if _local_command(repo) and _is_own_file(repo):
        return
    raise EntireError(
        f"refusing to run {KEY}.command, which came with the repository",
        f"to allow it, set it in {LOCAL_FILE}, which is yours alone",
    )


def _local_command(repo: Repository) -> Any:
    """Return the command in the local file, whose `summarize` replaces the team's as a whole."""
    try:
        local = settings.load_file(repo.worktree, LOCAL_FILE)
    except (ValueError, OSError):
        return None
    chosen = local.strategy_options.get("summarize") if local else None
    return chosen.get("command") if isinstance(chosen, dict) else None


def _is_own_file(repo: Repository) -> bool:
    """Whether the local file is neither tracked nor behind a symbolic link."""
    path = repo.path(LOCAL_FILE)
    return os.path.realpath(path) == path and not is_tracked(repo, LOCAL_FILE)
