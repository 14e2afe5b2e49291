"""Install our hooks in git's hooks directory next to those of others; remove them without a trace (I8)."""

from __future__ import annotations

import os
import sys

from entire.core import files
from entire.core.errors import EntireError
from entire.core.files import read_or_empty
from entire.core.paths import real_parent
from entire.core.settings import Settings
from entire.core.value import Value
from entire.git.hooks_dir import get_hooks_dir
from entire.git.repository import Repository
from entire.setup import backups, facts, scripts
from entire.setup.facts import LEGACY_SUFFIX, Hook, Place, is_ours
from entire.setup.hooks_dir import NAMES, check_hooks_dir

MANAGED_GIT_HOOK_NAMES = NAMES


class Installed(Value):
    directory: str
    hooks: list[Hook]  # as they are now
    chained: list[str]  # names of our hooks that call one that was there before
    changed: bool


def look(repo: Repository) -> list[Hook]:
    return facts.look(repo.worktree, get_hooks_dir(repo))


def not_current(repo: Repository, command: str = "") -> list[Hook]:
    """Return hooks that do not reach us, and hooks written by another version of entire."""
    hooks = look(repo)
    return [hook for hook in hooks if not hook.works or _script(hook, command) != read_or_empty(hook.path)]


def _script(hook: Hook, command: str) -> bytes:
    """Return the content that our hook should have: our block, and lines that others added."""
    there = read_or_empty(hook.path)
    if hook.place == Place.CALLED and not is_ours(there):
        return there
    before, after = scripts.around(there) if is_ours(there) else (scripts.SHEBANG.encode(), b"")
    return before + scripts.block(hook.name, command).encode() + after


def install_git_hook(repo: Repository, command: str = "") -> Installed:
    """Write hooks that are missing or out of date. A foreign hook is renamed and called after ours.

    Hooks that must not be renamed stay in place, and so do hooks that already call us.
    """
    directory = get_hooks_dir(repo)
    check_hooks_dir(repo, directory)
    os.makedirs(directory, 0o755, exist_ok=True)
    found = facts.look(repo.worktree, directory)
    changed = [_install(hook, directory, command, repo.worktree) for hook in found]
    hooks = facts.look(repo.worktree, directory)
    ours = [hook.name for hook in hooks if hook.place == Place.OURS]
    chained = [name for name in ours if os.path.lexists(backups.backup_of(directory, name))]
    return Installed(directory, hooks, chained, any(changed))


def _install(hook: Hook, directory: str, command: str, root: str) -> bool:
    backup = backups.backup_of(directory, hook.name)
    there = read_or_empty(hook.path)
    if hook.place in (Place.CALLED, Place.KEPT):
        if is_ours(there):
            backups.restore(hook.path, backup, root)
        return is_ours(there)
    backups.remove_copies(directory, hook.name, hook.path)
    script = _script(hook, command)
    if script == there and hook.place == Place.OURS:
        return False
    if os.path.lexists(hook.path) and not is_ours(there):
        backups.make_backup(hook.path, backup)
    files.write_atomic(real_parent(hook.path), script, 0o755, root=root)
    os.chmod(hook.path, 0o755)
    return True


def any_installed(directory: str) -> bool:
    """Whether a hooks directory holds any of our hooks."""
    return any(
        is_ours(read_or_empty(os.path.join(directory, name)))
        or backups.has_copies(directory, name)
        or backups.restorable(directory, name)
        for name in MANAGED_GIT_HOOK_NAMES
    )


def remove_git_hook(directory: str, root: str) -> list[str]:
    """Remove our hooks and restore what was there before; return the names of changed hooks."""
    return [name for name in MANAGED_GIT_HOOK_NAMES if _remove(directory, name, root)]


def _remove(directory: str, name: str, root: str) -> bool:
    path, backup = os.path.join(directory, name), backups.backup_of(directory, name)
    ours = [place for place in (path, path + LEGACY_SUFFIX) if is_ours(read_or_empty(place))]
    if not (ours or backups.restorable(directory, name) or backups.has_copies(directory, name)):
        return False
    kept = backups.abandoned(directory, name)
    try:
        backups.remove_copies(directory, name, ours[0] if ours else path)
        if ours:
            backups.restore(ours[0], backup, root)
        elif os.path.lexists(backup) and not os.path.lexists(path):
            os.replace(backup, path)
        if backup not in kept:  # then a hook has its content
            files.remove(backup)
    except OSError as error:
        raise EntireError(f"could not remove the git hook {path}: {error.strerror}") from error
    return True


def hook_command(chosen: Settings) -> str:
    """Return the path that git hooks call; empty for `entire` from PATH, which is the default."""
    if not chosen.absolute_git_hook_path:
        return ""
    import shutil

    return os.path.realpath(shutil.which("entire") or sys.argv[0])
