"""What is in the place of each of our git hooks."""

from __future__ import annotations

import os

from entire.core.files import read_or_empty
from entire.core.value import Value
from entire.setup import managers, scripts
from entire.setup.hooks_dir import MARKER, NAMES

LEGACY_SUFFIX = ".legacy"  # what pre-commit calls before its own
_TEAM_FOLDER = ".husky"  # as a hooks directory, it holds the team's own scripts


class Place:
    """Who occupies a hook's place."""

    OURS = "ours"
    FREE = "free"  # nothing, or our hook, not executable
    FOREIGN = "foreign"  # a hook that can be called by ours
    CALLED = "called"  # a hook that calls us
    KEPT = "kept"  # a hook that must stay where it is, and does not call us


class Hook(Value):
    name: str
    path: str  # where our hook is, or will be
    place: str
    manager: str = ""  # the hook manager that wrote the hook, if we know it

    @property
    def works(self) -> bool:
        """Whether git reaches us."""
        return self.place in (Place.OURS, Place.CALLED)


def look(root: str, directory: str) -> list[Hook]:
    """Return the hooks of a hooks directory, for the work tree at ``root``."""
    return [_hook(root, directory, name) for name in NAMES]


def _hook(root: str, directory: str, name: str) -> Hook:
    path = os.path.join(directory, name)
    content = read_or_empty(path)
    if is_ours(content):
        called = _calls_us(root, read_or_empty(path + scripts.BACKUP_SUFFIX), name)
        return Hook(name, path, Place.CALLED if called else _ours(path))
    manager = managers.of_script(content)
    who = manager.name if manager is not None else ""
    if _calls_us(root, content, name):
        return Hook(name, path, Place.CALLED, who)
    if os.path.basename(directory) == _TEAM_FOLDER:
        return Hook(name, path, Place.KEPT, _TEAM_FOLDER.removeprefix("."))
    if manager is None:
        return Hook(name, path, Place.FOREIGN if os.path.lexists(path) else Place.FREE)
    if manager.calls_legacy:
        path += LEGACY_SUFFIX
        free = Place.FOREIGN if os.path.lexists(path) else Place.FREE
        return Hook(name, path, _ours(path) if is_ours(read_or_empty(path)) else free, who)
    return Hook(name, path, Place.FOREIGN if manager.movable else Place.KEPT, who)


def _ours(path: str) -> str:
    return Place.OURS if os.access(path, os.X_OK) else Place.FREE


def _calls_us(root: str, content: bytes, name: str) -> bool:
    manager = managers.of_script(content)
    return managers.names_us(content, name) or (
        manager is not None and managers.calls_us(root, manager, name)
    )


def names(hooks: list[Hook]) -> str:
    """Return the hooks' names for the user, with the managers that wrote them."""
    return ", ".join(f"{hook.name} ({hook.manager})" if hook.manager else hook.name for hook in hooks)


def is_ours(content: bytes) -> bool:
    return MARKER.encode() in content
