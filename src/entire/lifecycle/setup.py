"""What has to be in place before anything is recorded; put back when it is gone."""

from __future__ import annotations

import os
import sys

from entire.core import files, log, settings
from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import Settings
from entire.git import hook_files
from entire.git.repository import Repository

_IGNORED = ("tmp/", "settings.local.json", "metadata/", "logs/")


def ensure_setup(repo: Repository) -> None:
    """At each prompt: cheap when nothing is missing, and never a reason to stop."""
    try:
        ensure_entire_gitignore(repo)
        if not hook_files.look_installed(repo):
            hook_files.install_git_hook(repo, hook_command(settings.load(repo.worktree).settings))
            log.info("git hooks put back", component="hooks")
    except (EntireError, OSError) as error:
        log.warn("setup is incomplete", component="hooks", error=str(error))


def hook_command(chosen: Settings) -> str:
    """What git hooks call: `entire` from PATH, or this program by its path where the settings say so."""
    if not chosen.absolute_git_hook_path:
        return ""
    import shutil

    return os.path.realpath(shutil.which("entire") or sys.argv[0])


def ensure_entire_gitignore(repo: Repository) -> None:
    """`.entire/.gitignore` names what must not be committed; entries of others are kept."""
    path = repo.path(ENTIRE_DIR, ".gitignore")
    text = (files.read(path) or b"").decode("utf-8", "surrogateescape")
    present = {line.strip() for line in text.splitlines()}
    missing = [entry for entry in _IGNORED if entry not in present]
    if not missing:
        return
    if text and not text.endswith("\n"):
        text += "\n"
    text += "".join(entry + "\n" for entry in missing)
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    files.write_atomic(path, text.encode("utf-8", "surrogateescape"), 0o644)
