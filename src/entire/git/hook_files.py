"""Our hooks in git's hooks directory: beside what is there, and gone without a trace (I8)."""

from __future__ import annotations

import os
import re

from entire.core import files
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import hook_scripts
from entire.git.repository import Repository

MARKER = hook_scripts.MARKER
BACKUP_SUFFIX = hook_scripts.BACKUP_SUFFIX
MANAGED_GIT_HOOK_NAMES = hook_scripts.NAMES
_HOOKS_PATH = re.compile(rb"(^|\])\s*(hookspath|path\s*=)", re.IGNORECASE | re.MULTILINE)  # or an include


class Installed(Value):
    directory: str
    chained: list[str]  # hooks that call one that was there before


def get_hooks_dir(repo: Repository) -> str:
    """Where git looks for hooks: `core.hooksPath` and linked worktrees taken into account."""
    path = os.fsdecode(repo.run("rev-parse", "--git-path", "hooks").out.rstrip(b"\n"))
    return os.path.normpath(os.path.join(repo.worktree, path))


def look_installed(repo: Repository) -> bool:
    """The same without asking git where no configuration says anything about the hooks' place."""
    home = os.path.expanduser("~")
    xdg = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    user = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.join(home, ".gitconfig")
    for path in (
        os.path.join(repo.common_dir, "config"),
        user,
        os.path.join(xdg, "git", "config"),
        "/etc/gitconfig",
    ):
        if _HOOKS_PATH.search(files.read(path) or b""):
            return is_git_hook_installed(repo)
    return _complete(os.path.join(repo.common_dir, "hooks"))


def is_git_hook_installed(repo: Repository) -> bool:
    return _complete(get_hooks_dir(repo))


def any_installed(repo: Repository) -> bool:
    directory = get_hooks_dir(repo)
    return any(_is_ours(os.path.join(directory, name)) for name in MANAGED_GIT_HOOK_NAMES)


def _complete(directory: str) -> bool:
    return all(_is_ours(os.path.join(directory, name)) for name in MANAGED_GIT_HOOK_NAMES)


def _is_ours(path: str) -> bool:
    return MARKER.encode() in (files.read(path) or b"")


def install_git_hook(repo: Repository, command: str = "") -> Installed:
    """Write the hooks that are missing or differ. A foreign hook is renamed and called after ours."""
    directory = get_hooks_dir(repo)
    os.makedirs(directory, 0o755, exist_ok=True)
    for name in MANAGED_GIT_HOOK_NAMES:
        path = os.path.join(directory, name)
        if os.path.lexists(path) and not _is_ours(path):
            os.rename(path, _free_backup(path))
        script = hook_scripts.script(name, command).encode()
        if files.read(path) != script:
            files.write_atomic(path, script, 0o755)
            os.chmod(path, 0o755)
    return Installed(
        directory,
        [name for name in MANAGED_GIT_HOOK_NAMES if os.path.lexists(_backup(directory, name))],
    )


def _backup(directory: str, name: str) -> str:
    return os.path.join(directory, name + BACKUP_SUFFIX)


def _free_backup(path: str) -> str:
    """The backup's name; an older backup is kept under a further name (it would be lost otherwise)."""
    backup = path + BACKUP_SUFFIX
    if os.path.lexists(backup):
        number = 1
        while os.path.lexists(f"{backup}.{number}"):
            number += 1
        os.rename(backup, f"{backup}.{number}")
    return backup


def remove_git_hook(repo: Repository) -> list[str]:
    """Remove our hooks and put back what was there before; returns the names that changed."""
    directory = get_hooks_dir(repo)
    changed = []
    for name in MANAGED_GIT_HOOK_NAMES:
        path = os.path.join(directory, name)
        ours = _is_ours(path)
        try:
            if ours:
                os.unlink(path)
            if os.path.lexists(_backup(directory, name)) and not os.path.lexists(path):
                os.rename(_backup(directory, name), path)
            elif not ours:
                continue
        except OSError as error:
            raise EntireError(f"could not remove the git hook {path}: {error.strerror}") from error
        changed.append(name)
    return changed
