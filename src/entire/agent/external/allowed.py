"""Whether programs of external agents may be run: only the user decides, in a file of their own (I6)."""

from __future__ import annotations

import os

from entire.agent.external import OPTION
from entire.core import settings
from entire.core.settings import LOCAL_FILE
from entire.git.errors import NotARepository
from entire.git.repository import Repository, open_elsewhere

HINT = (
    f'to allow it, put {{"strategy_options": {{"{OPTION}": true}}}} into {LOCAL_FILE}, which is yours alone'
)


def is_allowed(repo: Repository) -> bool:
    """Whether the user's own settings allow it. A file that came with the repository cannot.

    Where the worktree is gone, so are its settings: then the main worktree's count.
    """
    if not os.path.lexists(repo.worktree):
        main = _main_worktree(repo)
        return main is not None and is_allowed(main)
    try:
        local = settings.load_file(repo.worktree, LOCAL_FILE)
    except (ValueError, OSError):
        return False
    if local is None or not is_chosen(local):
        return False
    from entire.git.worktree.own_file import is_own_file

    return is_own_file(repo, LOCAL_FILE)


def _main_worktree(repo: Repository) -> Repository | None:
    path = os.path.dirname(repo.common_dir)
    try:
        found = open_elsewhere(path) if os.path.lexists(path) else None
    except NotARepository:  # a bare repository, or the git directory is elsewhere
        return None
    return found if found is not None and found.common_dir == repo.common_dir else None


def is_chosen(local: settings.Settings) -> bool:
    """Pure: by our key, or by the reference's, which is at the top."""
    chosen = local.strategy_options.get(OPTION, local.extra.get(OPTION))
    return chosen is True
