"""What `entire enable` shows about git hooks and hook managers."""

from __future__ import annotations

import os

from entire.cli.commands.enable.screen import Advice, Row
from entire.git.repository import Repository
from entire.setup import managers
from entire.setup.facts import Hook, Place
from entire.setup.git_hooks import MANAGED_GIT_HOOK_NAMES, Installed
from entire.setup.hooks_dir import is_shared
from entire.setup.managers import Manager


def row(repo: Repository, installed: Installed) -> Row:
    """Where the hooks are, with notes."""
    relative = os.path.relpath(installed.directory, repo.worktree)
    where = installed.directory if relative.startswith("..") else relative
    called = sorted({hook.manager for hook in installed.hooks if hook.place == Place.CALLED and hook.manager})
    notes = [
        f"{_and(installed.chained)} {'chains' if len(installed.chained) == 1 else 'chain'} to yours"
        if installed.chained
        else "",
        f"called by {_and(called)}" if called else "",
        "shared with other repositories; they do nothing where entire is off"
        if is_shared(repo, installed.directory)
        else "",
        _kept(installed.hooks),
    ]
    return Row("git hooks", where, "; ".join(filter(None, notes)), all(h.works for h in installed.hooks))


def _kept(hooks: list[Hook]) -> str:
    kept = [hook for hook in hooks if hook.place == Place.KEPT]
    who = sorted({hook.manager for hook in kept})
    return f"{_and([hook.name for hook in kept])} managed by {_and(who)}" if kept else ""


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def advice(repo: Repository, installed: Installed) -> list[Advice]:
    """The lines to add for hook managers, so that they call us."""
    kept = {hook.manager for hook in installed.hooks if hook.place == Place.KEPT}
    return [
        Advice(_text(manager, manager.name in kept), manager.lines)
        for manager in managers.missing_lines(repo.worktree, MANAGED_GIT_HOOK_NAMES)
    ]


def _text(manager: Manager, kept: bool) -> str:
    if kept:
        return f"The hooks of {manager.name} were not changed. To link commits, add to {manager.place}:"
    return (
        f"{manager.name} {manager.habit}; entire reinstalls its own at your next prompt. "
        f"To keep them, add to {manager.place}:"
    )
