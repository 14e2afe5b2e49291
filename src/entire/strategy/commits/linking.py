"""Whether prepare-commit-msg finished, and whether it has to ask.

The hook's script creates a file before it starts us, and we remove it once we have decided and the message is
written. If post-commit finds it, nobody decided: we were killed, stopped or failed. Its name ends with the
commit that HEAD was, because the next commit can begin before post-commit runs.

Post-commit's script writes into the files that it finds. If one is left after HEAD moved, post-commit was
killed, too (`undecided.py`); if it is empty, post-commit never ran: a commit without hooks after an aborted
one stays without a link.
"""

from __future__ import annotations

import os

from entire.core import files, terminal
from entire.core.paths import LINKING_FILE, UNBORN
from entire.core.settings import Settings
from entire.core.value import Value
from entire.git import reflog
from entire.git.repository import Repository


class Left(Value):
    """A file that is left after HEAD moved."""

    before: str  # the commit that HEAD was; empty if that is not known
    reached: bool  # post-commit's script has seen it


def asks(settings: Settings) -> bool:
    """Whether the user has to agree to a link."""
    return settings.commit_linking == "prompt" and terminal.has_tty()


def is_unfinished(repo: Repository, before: str) -> bool:
    """Whether nobody decided about the commit that moved HEAD from ``before``."""
    return any(map(os.path.lexists, _paths(repo, before)))


def finish(repo: Repository, before: str) -> None:
    for path in _paths(repo, before):
        files.remove(path)


def left(repo: Repository, head: str) -> list[Left]:
    """The files of earlier commits; ``head`` is HEAD now. Usually none."""
    found = []
    for name in files.names(repo.git_dir):
        before = name.removeprefix(f"{LINKING_FILE}.")
        if before != name and before != (head or UNBORN):
            reached = files.read_or_empty(os.path.join(repo.git_dir, name))
            found.append(Left(before if before != UNBORN else "", bool(reached)))
        elif name == LINKING_FILE and _is_older_than_head(repo):
            found.append(Left(reflog.before_head(repo), False))
    return found


def may_be_left(repo: Repository) -> bool:
    """The same without reading anything: whether there are such files."""
    return any(name.startswith(LINKING_FILE) for name in files.names(repo.git_dir))


def _is_older_than_head(repo: Repository) -> bool:
    """Whether HEAD moved after the file of an older script was written: another commit's hook left it."""
    try:
        written = os.stat(os.path.join(repo.git_dir, LINKING_FILE)).st_mtime_ns
        return written <= os.stat(os.path.join(repo.git_dir, "logs", "HEAD")).st_mtime_ns
    except OSError:
        return False


def _paths(repo: Repository, before: str) -> list[str]:
    """The file of a commit, and that of older scripts, which is about any commit."""
    path = os.path.join(repo.git_dir, LINKING_FILE)
    return [f"{path}.{before or UNBORN}", path]
