"""Commits that wait for their checkpoint get it before the sessions that they need are deleted (I2)."""

from __future__ import annotations

import time
from collections.abc import Collection

from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.settings import Settings
from entire.core.text import count
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.lifecycle import catch_up
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy.commits.interrupted import of_sessions


def complete(repo: Repository, settings: Settings) -> list[Promise]:
    """Complete the commits of all worktrees, also where entire is off. Returns those that still wait."""
    if not Store(repo).has_promises():
        return []
    until = time.monotonic() + WAIT_SECONDS
    for place in worktrees.every(repo):
        catch_up.complete_commits(place, settings, wait=max(0.0, until - time.monotonic()))
    return still_waiting(repo)


def still_waiting(repo: Repository) -> list[Promise]:
    """The commits of all worktrees that were made, and have no checkpoint yet."""
    if not Store(repo).has_promises():
        return []
    lacking = (catch_up.without_checkpoint(place, Store(place)) for place in worktrees.every(repo))
    return list({promise.checkpoint_id: promise for found in lacking for promise in found}.values())


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
