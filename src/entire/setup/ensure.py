"""Put back what recording needs, in case it is gone."""

from __future__ import annotations

from entire.core import log
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.setup import hooks_dir
from entire.setup.entire_dir import ensure_entire_gitignore


def ensure_setup(repo: Repository) -> None:
    """Restore missing hooks and .gitignore entries at each prompt. Cheap when complete; never raises."""
    try:
        ensure_entire_gitignore(repo.worktree)
        if not hooks_dir.look_installed(repo):
            _put_back(repo)
    except (EntireError, OSError) as error:
        log.warn("setup is incomplete", component="hooks", error=str(error))


def _put_back(repo: Repository) -> None:
    from entire.setup import git_hooks

    command = git_hooks.hook_command(own_settings.load(repo).settings)
    if git_hooks.install_git_hook(repo, command).changed:
        log.info("git hooks put back", component="hooks")
