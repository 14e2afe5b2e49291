"""A hook ran in a work tree whose repository git cannot open: the log says so, for `entire status` to show.

The git directory is away (a worktree in a container), or belongs to another user. Only loaded then.
"""

from __future__ import annotations

import os
import stat

from entire.core import log, settings, sharing
from entire.core.paths import ENTIRE_DIR
from entire.git.errors import UntrustedRepository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from entire.git.errors import NotARepository

_AWAY = "the git directory is not here"
_HINT = "make it available where the agent runs, for example in its container"


def report(error: NotARepository, hook: str) -> None:
    """Log the error in the folder where `entire` is enabled, if this is in one."""
    try:
        root = _enabled()
        if root:
            _log(root, error, hook)
    except OSError:
        pass  # the current directory was removed, say: there is no place for a log


def _log(root: str, error: NotARepository, hook: str) -> None:
    loaded = settings.load(root)
    if not loaded.enabled:
        return
    if not os.geteuid():
        from entire.core.ownership import owner_of

        folder = os.path.join(root, ENTIRE_DIR)
        sharing.give_to(owner_of(root, folder, folder))
    log.setup(root, loaded.settings.log_level, component="hooks", hook=hook)
    is_away = not isinstance(error, UntrustedRepository)
    message, hint = (_AWAY, _HINT) if is_away else (error.message, error.hint)
    log.error("hook failed", error=f"nothing is recorded: {message}", hint=hint)


def _enabled() -> str:
    """The nearest folder with settings, if it is not linked, and ours to write to."""
    folder = os.path.realpath(".")
    while not os.path.lexists(os.path.join(folder, ENTIRE_DIR)):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    names = (settings.PROJECT_FILE, settings.LOCAL_FILE)
    has_settings = any(_is_own(os.path.join(folder, name), stat.S_ISREG) for name in names)
    return folder if has_settings and _is_own(os.path.join(folder, ENTIRE_DIR), stat.S_ISDIR) else ""


def _is_own(path: str, is_kind: Callable[[int], bool]) -> bool:
    """Whether this is such a file, and no link; root may write everywhere."""
    try:
        info = os.lstat(path)
    except OSError:
        return False
    return is_kind(info.st_mode) and os.geteuid() in (0, info.st_uid)
