"""Check that git calls our hooks."""

from __future__ import annotations

import shutil

from entire.core.settings import Settings
from entire.doctor.finding import Finding, Repair
from entire.git.repository import Repository
from entire.setup import git_hooks, managers
from entire.setup.facts import Hook, Place, names
from entire.setup.hooks_dir import NAMES
from entire.setup.managers import Manager

MISSING = "missing_git_hooks"
FOREIGN = "foreign_git_hooks"
KEPT = "unmovable_git_hooks"
OLD = "old_git_hooks"
MANAGER = "hook_manager"
NOT_ON_PATH = "not_on_path"


def examine(repo: Repository, settings: Settings) -> list[Finding]:
    hooks = git_hooks.look(repo)
    old = [hook for hook in git_hooks.not_current(repo, git_hooks.hook_command(settings)) if hook.works]
    found = [
        _installable(
            MISSING,
            "missing, or not executable",
            "they were deleted, or never installed in this repository",
            _at(hooks, Place.FREE),
        ),
        _installable(
            FOREIGN,
            "not ours, and do not call ours",
            "another program or a person overwrote ours",
            _at(hooks, Place.FOREIGN),
        ),
        _installable(OLD, "from another version", "entire was updated after they were installed", old),
        _unmovable(_at(hooks, Place.KEPT)),
        *(_manager(manager) for manager in managers.missing_lines(repo.worktree, NAMES)),
        None if settings.absolute_git_hook_path else _not_on_path(),
    ]
    return [finding for finding in found if finding is not None]


def _at(hooks: list[Hook], place: str) -> list[Hook]:
    return [hook for hook in hooks if hook.place == place]


def _installable(kind: str, what: str, cause: str, hooks: list[Hook]) -> Finding | None:
    if not hooks:
        return None
    return Finding(
        kind,
        f"git hooks are {what}: {names(hooks)}",
        cause,
        "`entire enable --force`; hooks of others are kept, and called after ours",
        names=[hook.path for hook in hooks],
        repairs=(Repair.REPAIR,),
    )


def _unmovable(hooks: list[Hook]) -> Finding | None:
    if not hooks:
        return None
    return Finding(
        KEPT,
        f"git hooks do not call entire, and cannot be replaced: {names(hooks)}",
        "they belong to a hook manager",
        "`entire enable` prints the lines to add to its configuration",
        names=[hook.path for hook in hooks],
    )


def _manager(manager: Manager) -> Finding:
    return Finding(
        MANAGER,
        f"{manager.name} {manager.habit}, and does not call entire",
        "its configuration does not mention entire",
        f"add the lines that `entire enable` prints to {manager.place}",
        names=[manager.name],
    )


def _not_on_path() -> Finding | None:
    if shutil.which("entire") is not None:
        return None
    return Finding(
        NOT_ON_PATH,
        "hooks cannot find `entire`: it is not on PATH",
        "the program is installed in a folder that is not on PATH",
        "install it with pipx or `uv tool install`, or `entire enable --absolute-git-hook-path`",
    )
