"""Checks before anything is written: obstacles, and whether everything is already in place."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.git import refs
from entire.git.repository import Repository
from entire.setup import ensure, entire_dir, hook_files
from entire.setup.hook_dir import get_hooks_dir


def check_obstacles(repo: Repository) -> None:
    """Raise EntireError for anything that would make us fail half-way."""
    folder = repo.path(ENTIRE_DIR)
    if os.path.lexists(folder) and (os.path.islink(folder) or not os.path.isdir(folder)):
        raise EntireError(f"{ENTIRE_DIR} is not a directory", "move it away and try again")
    for name in (PROJECT_FILE, LOCAL_FILE):
        try:
            settings_files.read_file(repo.worktree, name)
        except ValueError as error:
            raise EntireError(f"{name} cannot be read: {error}", "fix or remove it and try again") from error
    hooks = get_hooks_dir(repo)
    if os.path.lexists(hooks) and not os.path.isdir(hooks):
        raise EntireError(
            f"git's hooks directory is not a directory: {hooks}", "see `git config core.hooksPath`"
        )
    if refs.resolve(repo, "refs/heads/entire") is not None:
        raise EntireError(
            "a branch named `entire` exists, so git cannot create entire/checkpoints/v1",
            "rename it: git branch -m entire <another name>",
        )


def is_complete(repo: Repository) -> bool:
    """Whether entire is on and everything is in place."""
    loaded = settings_files.load(repo.worktree)
    agents = [agent for agent in registry.every() if agent.installed(repo.worktree)]
    return (
        loaded.enabled
        and bool(agents)
        and not any(agent.missing_hooks(repo.worktree) for agent in agents)
        and not hook_files.not_current(repo, ensure.hook_command(loaded.settings))
        and not entire_dir.missing_entries(repo.worktree)
    )
