"""Where no automatic commit is made: in the middle of a merge or a rebase, and on protected branches."""

from __future__ import annotations

import os

from entire.git import sequence
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.worktree.status import Status

KEY = "auto_commit"
ALL, NOT_DEFAULT = "all", "not-default"


def why_not(repo: Repository, settings: Settings, now: Status) -> str:
    """Return why nothing is committed now; empty if nothing speaks against it."""
    if sequence.in_progress(repo):
        return "git is in the middle of a rebase, cherry-pick or revert"
    if os.path.exists(os.path.join(repo.git_dir, "MERGE_HEAD")):
        return "git is in the middle of a merge"
    if os.path.exists(os.path.join(repo.git_dir, "BISECT_LOG")):
        return "git is in the middle of a bisection"
    if any(entry.unmerged for entry in now.changed):
        return "files have conflicts"
    return why_not_on(repo, settings, now.branch)


def why_not_on(repo: Repository, settings: Settings, branch: str) -> str:
    """Return why nothing is committed on a branch, which is empty if HEAD is detached."""
    options = settings.strategy_options.get(KEY)
    chosen = options.get("branches") if isinstance(options, dict) else None
    if chosen is None or not branch:
        return ""
    if chosen not in (ALL, NOT_DEFAULT) and not isinstance(chosen, list):
        return f"{KEY}.branches in the settings is not {ALL!r}, {NOT_DEFAULT!r} or a list of patterns"
    default = _default(repo) if chosen == NOT_DEFAULT else ""
    return "" if is_allowed(branch, chosen, default) else f"{branch} is protected by the settings"


def is_allowed(branch: str, chosen: object, default: str) -> bool:
    """Pure: whether the settings let us commit on a branch: all but the default one, or those that match."""
    if not isinstance(chosen, list):
        return chosen == ALL or branch != default
    from fnmatch import fnmatchcase  # loads `re`

    return any(isinstance(pattern, str) and fnmatchcase(branch, pattern) for pattern in chosen)


def _default(repo: Repository) -> str:
    from entire.git import history

    found = history.get_default_branch(repo)
    return found.name if found is not None else ""
