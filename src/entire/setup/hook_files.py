"""Our hooks in git's hooks directory: beside what is there, and gone without a trace (I8)."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git.repository import Repository
from entire.setup import hook_backups, hook_facts, hook_scripts
from entire.setup.hook_dir import get_hooks_dir
from entire.setup.hook_facts import LEGACY_SUFFIX, Hook, Place, is_ours, read

MANAGED_GIT_HOOK_NAMES = hook_scripts.NAMES


class Installed(Value):
    directory: str
    hooks: list[Hook]  # as they are now
    chained: list[str]  # hooks that call one that was there before
    changed: bool


def is_git_hook_installed(repo: Repository) -> bool:
    """Whether git reaches us at every hook, be it through a hook manager."""
    return all(hook.works for hook in look(repo))


def look(repo: Repository) -> list[Hook]:
    return hook_facts.look(repo.worktree, get_hooks_dir(repo))


def not_current(repo: Repository, command: str = "") -> list[Hook]:
    """Hooks that do not reach us, or of another version than this one would write."""
    return [hook for hook in look(repo) if not hook.works or _script(hook, command) != read(hook.path)]


def _script(hook: Hook, command: str) -> bytes:
    """What a hook of ours shall hold: our part, and what others added to it."""
    there = read(hook.path)
    if hook.place == Place.CALLED and not is_ours(there):
        return there
    before, after = hook_scripts.around(there) if is_ours(there) else (hook_scripts.SHEBANG.encode(), b"")
    return before + hook_scripts.block(hook.name, command).encode() + after


def install_git_hook(repo: Repository, command: str = "") -> Installed:
    """Write the hooks that are missing or differ. A foreign hook is renamed and called after ours.

    Hooks that cannot be renamed stay, and so do those that call us by themselves.
    """
    directory = get_hooks_dir(repo)
    os.makedirs(directory, 0o755, exist_ok=True)
    changed = [_install(hook, directory, command) for hook in hook_facts.look(repo.worktree, directory)]
    hooks = hook_facts.look(repo.worktree, directory)
    ours = [hook.name for hook in hooks if hook.place == Place.OURS]
    chained = [name for name in ours if os.path.lexists(hook_backups.backup_of(directory, name))]
    return Installed(directory, hooks, chained, any(changed))


def _install(hook: Hook, directory: str, command: str) -> bool:
    backup = hook_backups.backup_of(directory, hook.name)
    there = read(hook.path)
    if hook.place in (Place.CALLED, Place.KEPT):
        if is_ours(there):
            hook_backups.put_back(hook.path, backup)
        return is_ours(there)
    hook_backups.settle_copies(directory, hook.name, hook.path)
    script = _script(hook, command)
    if script == there and hook.place == Place.OURS:
        return False
    if os.path.lexists(hook.path) and not is_ours(there):
        hook_backups.put_aside(hook.path, backup)
    files.write_atomic(hook.path, script, 0o755)
    os.chmod(hook.path, 0o755)
    return True


def any_installed(directory: str) -> bool:
    """Whether a hooks directory holds anything of ours."""
    return any(
        is_ours(read(os.path.join(directory, name)))
        or hook_backups.has_copies(directory, name)
        or hook_backups.all_backups(directory, name)
        for name in MANAGED_GIT_HOOK_NAMES
    )


def remove_git_hook(directory: str) -> list[str]:
    """Remove our hooks and put back what was there before; returns the names that changed."""
    return [name for name in MANAGED_GIT_HOOK_NAMES if _remove(directory, name)]


def _remove(directory: str, name: str) -> bool:
    path, backup = os.path.join(directory, name), hook_backups.backup_of(directory, name)
    ours = [place for place in (path, path + LEGACY_SUFFIX) if is_ours(read(place))]
    backups = hook_backups.all_backups(directory, name)
    if not (ours or backups or hook_backups.has_copies(directory, name)):
        return False
    try:
        hook_backups.settle_copies(directory, name, ours[0] if ours else path)
        if ours:
            hook_backups.put_back(ours[0], backup)
        elif os.path.lexists(backup) and not os.path.lexists(path):
            os.replace(backup, path)
        for left in hook_backups.all_backups(directory, name):
            files.remove(left)
    except OSError as error:
        raise EntireError(f"could not remove the git hook {path}: {error.strerror}") from error
    return True
