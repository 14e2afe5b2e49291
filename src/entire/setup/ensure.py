"""What has to be in place before anything is recorded; put back when it is gone."""

from __future__ import annotations

import os
import sys

from entire.core import log, settings
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.repository import Repository
from entire.setup import hook_dir
from entire.setup.entire_dir import ensure_entire_gitignore


def ensure_setup(repo: Repository) -> None:
    """At each prompt: cheap when nothing is missing, and never a reason to stop."""
    try:
        ensure_entire_gitignore(repo.worktree)
        if not hook_dir.look_installed(repo):
            _put_back(repo)
    except (EntireError, OSError) as error:
        log.warn("setup is incomplete", component="hooks", error=str(error))


def _put_back(repo: Repository) -> None:
    from entire.setup import hook_files

    if hook_files.install_git_hook(repo, hook_command(settings.load(repo.worktree).settings)).changed:
        log.info("git hooks put back", component="hooks")


def hook_command(chosen: Settings) -> str:
    """What git hooks call: `entire` from PATH, or this program by its path where the settings say so."""
    if not chosen.absolute_git_hook_path:
        return ""
    import shutil

    return os.path.realpath(shutil.which("entire") or sys.argv[0])
