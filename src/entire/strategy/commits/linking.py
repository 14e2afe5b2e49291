"""Whether prepare-commit-msg finished, and whether it has to ask.

The hook's script creates a file before it starts us, and we remove it once we have decided and the message is
written. If post-commit finds it, nobody decided: we were killed, stopped or failed. A commit without hooks
after an aborted one runs no post-commit, so it stays without a link.
"""

from __future__ import annotations

import os

from entire.core import files, terminal
from entire.core.paths import LINKING_FILE
from entire.core.settings import Settings
from entire.git.repository import Repository


def asks(settings: Settings) -> bool:
    """Whether the user has to agree to a link."""
    return settings.commit_linking == "prompt" and terminal.has_tty()


def is_unfinished(repo: Repository) -> bool:
    return os.path.exists(_path(repo))


def finish(repo: Repository) -> None:
    files.remove(_path(repo))


def left_before_head(repo: Repository) -> bool:
    """Whether HEAD moved after the file was written: another commit's hook left it."""
    try:
        written = os.stat(_path(repo)).st_mtime_ns
        return written <= os.stat(os.path.join(repo.git_dir, "logs", "HEAD")).st_mtime_ns
    except OSError:
        return False


def renew(repo: Repository) -> None:
    """From now on the file is about a new commit."""
    try:
        os.utime(_path(repo))
    except OSError:
        pass


def _path(repo: Repository) -> str:
    return os.path.join(repo.git_dir, LINKING_FILE)
