"""What is there before anything is written: what would stop us, and whether all is done already."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.git import refs
from entire.git.repository import Repository
from entire.setup import entire_dir, git_hooks
from entire.setup.hooks_dir import get_hooks_dir


def check_ground(repo: Repository) -> None:
    """Raise EntireError for what would stop us half-way."""
    folder = repo.path(ENTIRE_DIR)
    if os.path.lexists(folder) and (os.path.islink(folder) or not os.path.isdir(folder)):
        raise EntireError(f"{ENTIRE_DIR} is not a folder", "move it away, then enable again")
    for name in (PROJECT_FILE, LOCAL_FILE):
        try:
            settings_files.read_file(repo.worktree, name)
        except ValueError as error:
            raise EntireError(
                f"{name} cannot be read: {error}", "repair or remove it, then enable again"
            ) from error
    hooks = get_hooks_dir(repo)
    if os.path.lexists(hooks) and not os.path.isdir(hooks):
        raise EntireError(f"git's hooks directory is none: {hooks}", "see `git config core.hooksPath`")
    if refs.resolve(repo, "refs/heads/entire") is not None:
        raise EntireError(
            "there is a branch named `entire`, where entire/checkpoints/v1 must go",
            "rename it: git branch -m entire <another name>",
        )


def complete(repo: Repository) -> bool:
    """Whether entire is on and everything is in place."""
    loaded = settings_files.load(repo.worktree)
    agents = [agent for agent in registry.every() if agent.installed(repo.worktree)]
    return (
        loaded.enabled
        and bool(agents)
        and not any(agent.missing_hooks(repo.worktree) for agent in agents)
        and not git_hooks.not_current(repo, git_hooks.hook_command(loaded.settings))
        and not entire_dir.missing_entries(repo.worktree)
    )
