"""Commits that wait for their checkpoint get it before the sessions that they need are deleted (I2)."""

from __future__ import annotations

from collections.abc import Collection

from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.settings import Settings
from entire.core.text import count
from entire.git.repository import Repository
from entire.lifecycle import catch_up
from entire.session.promises import Promise
from entire.strategy.commits.interrupted import of_sessions


def complete(repo: Repository, settings: Settings) -> list[Promise]:
    """Complete the commits of all worktrees, also where entire is off. Returns those that still wait."""
    catch_up.complete_everywhere(repo, settings, wait=WAIT_SECONDS)
    return catch_up.still_waiting(repo)


def of(waiting: list[Promise], session_ids: Collection[str]) -> list[Promise]:
    """Pure: those that need one of these sessions, or may need it."""
    concerns = of_sessions(session_ids)
    return [promise for promise in waiting if concerns(promise)]


def check_none(waiting: list[Promise]) -> None:
    """Raises EntireError if a commit would never get its checkpoint."""
    if waiting:
        commits, verb = count(len(waiting), "commit"), "has" if len(waiting) == 1 else "have"
        what = "it" if len(waiting) == 1 else "them"
        raise EntireError(
            f"{commits} {verb} no checkpoint yet, and cannot get {what} now; nothing was deleted",
            "finish the rebase or cherry-pick, if there is one, and try again; `entire doctor` shows more",
        )
