"""Whether prepare-commit-msg finished, and whether it has to ask.

The hook's script creates a file before it starts us, and we remove it once we have decided and the message is
written. If post-commit finds it, nobody decided: we were killed, stopped or failed. Its name ends with the
commit that HEAD was, because the next commit can begin before post-commit runs.

Post-commit's script writes its commit into the files that it finds. If one is left after HEAD moved,
post-commit was killed, too (`undecided.py`). If the file does not name the commit that came next, that one
may have been made without hooks after an aborted one, and stays without a link.
"""

from __future__ import annotations

import os

from entire.core import clock, files, terminal
from entire.core.paths import LINKING_FILE, UNBORN
from entire.core.settings import Settings
from entire.core.value import Value
from entire.git import reflog
from entire.git.repository import Repository


class Left(Value):
    """A file that is left after HEAD moved."""

    before: str  # the commit that HEAD was, or UNBORN
    made: str  # the commit whose post-commit saw the file last; empty if none did
    time: str  # when that was, or when prepare-commit-msg began


def asks(settings: Settings) -> bool:
    """Whether the user has to agree to a link."""
    return settings.commit_linking == "prompt" and terminal.has_tty()


def is_unfinished(repo: Repository, before: str) -> bool:
    """Whether nobody decided about the commit that moved HEAD from ``before``."""
    return any(map(os.path.lexists, _paths(repo, before)))


def finish(repo: Repository, before: str) -> None:
    """Delete the file about the commit that moves HEAD from ``before``; UNBORN and empty are the same."""
    for path in _paths(repo, before):
        files.remove(path)


def left(repo: Repository, head: str) -> list[Left]:
    """The files of earlier commits; ``head`` is HEAD now. Usually none."""
    found = []
    for name in files.names(repo.git_dir):
        before = name.removeprefix(f"{LINKING_FILE}.")
        if before != name and before != (head or UNBORN):
            found.append(_left(repo, name, before))
        elif name == LINKING_FILE and _is_older_than_head(repo):
            move = next(iter(reflog.recent(repo, 1)), None)
            found.append(_left(repo, name, (move.before if move is not None else "") or UNBORN))
    return found


def _left(repo: Repository, name: str, before: str) -> Left:
    path = os.path.join(repo.git_dir, name)
    made = files.read_or_empty(path).decode("ascii", "replace").strip()
    try:
        time = clock.rfc3339_ms(os.stat(path).st_mtime_ns // 1_000_000)
    except OSError:  # gone in the meantime
        time = clock.now_utc()
    return Left(before, made, time)


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
