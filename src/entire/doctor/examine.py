"""All checks of `entire doctor`, the most important first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from entire.core.errors import EntireError
from entire.doctor import (
    agent_hooks,
    commits,
    damage,
    destination,
    git_hooks,
    locks,
    metadata,
    orphans,
    packing,
    places,
    sessions,
    settings,
    slow,
    states,
    trailers,
)
from entire.doctor.finding import Finding
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.session.store import Store
from entire.strategy import registry

FAILED = "failed_examination"
NOT_ENABLED = "not_enabled"


def examine(repo: Repository) -> list[Finding]:
    """Find everything that is wrong. Changes nothing."""
    store = Store(repo)
    loaded = own_settings.load(repo)
    strategy = registry.get(loaded.settings.strategy)
    with Objects(repo) as objects:
        waiting = cache(lambda: commits.waiting_commits(strategy, repo, objects, store))
        examinations: list[Callable[[], list[Finding]]] = [
            lambda: sessions.examine(strategy, objects, store),
            lambda: commits.examine(repo, objects, store, waiting()),
            lambda: commits.examine_unlinked(repo, store),
            lambda: metadata.examine(repo, objects),
            lambda: damage.examine(repo, objects),
            lambda: places.examine(repo),
            lambda: locks.examine(repo),
            lambda: packing.examine(repo),
            lambda: states.examine(repo, store),
            lambda: settings.examine(repo, loaded),
            lambda: trailers.examine(
                repo, objects, store, [each.promise.checkpoint_id for each in waiting()]
            ),
            lambda: orphans.examine(repo, objects, store),
        ]
        if loaded.enabled:
            examinations += [
                lambda: git_hooks.examine(repo, loaded.settings),
                lambda: agent_hooks.examine(repo),
                lambda: destination.examine(repo, loaded.settings),
                lambda: slow.examine(repo),
            ]
        found = [finding for examination in examinations for finding in _try(examination)]
    return found if loaded.enabled else [*found, _not_enabled(loaded.present)]


def _try(examination: Callable[[], list[Finding]]) -> list[Finding]:
    """Run a check; if it fails, report that and continue with the others."""
    try:
        return examination()
    except (EntireError, OSError) as error:
        cause = "a git command failed, or a file could not be read"
        return [Finding(FAILED, f"a check failed: {error}", cause, "run `git fsck`")]


def _not_enabled(present: bool) -> Finding:
    return Finding(
        NOT_ENABLED,
        "Entire is not enabled here",
        "its settings disable it" if present else "it has no settings here",
        "`entire enable`",
    )
