"""Whether prepare-commit-msg finished, and whether it has to ask.

The hook's script creates a file before it starts us, and we remove it once we have decided and the message is
written. If post-commit finds it, nobody decided: we were killed, stopped or failed. Its name ends with the
commit that HEAD was, because the next commit can begin before post-commit runs.

Post-commit's script writes its commit into the files that are still empty. If one is left after HEAD moved,
post-commit was killed, too (`undecided.py`). If the file does not name the commit that came next, that one
may have been made without hooks after an aborted one, and stays without a link. If another commit begins from
the same one, the script sets a file that names a commit aside: it gets that name as a second ending.
"""

from __future__ import annotations

import os

from entire.core import clock, files, terminal
from entire.core.paths import LINKING_FILE, PERSON, UNBORN
from entire.core.settings import Settings
from entire.core.value import Value
from entire.git import reflog
from entire.git.repository import Repository


class Undecided(Value):
    """A file that is left after HEAD moved."""

    name: str
    before: str  # the commit that HEAD was, or UNBORN
    seen_by: str  # the commit whose post-commit saw the file first; empty if none did
    time: str  # when that was, or when prepare-commit-msg began
    person: bool  # a person made the commit, at a terminal; or it is not known who did


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


def discard(repo: Repository, file: Undecided) -> None:
    files.remove(os.path.join(repo.git_dir, file.name))


def undecided_files(repo: Repository, head: str) -> list[Undecided]:
    """The files of earlier commits; ``head`` is HEAD now. Usually none."""
    found = []
    for name in files.names(repo.git_dir):
        first, _, rest = name.partition(".")
        if first != LINKING_FILE:
            continue
        before, _, set_aside = rest.partition(".")
        if before and (set_aside or before != (head or UNBORN)):
            found.append(_undecided(repo, name, before))
        elif not before and _is_older_than_head(repo):
            move = next(iter(reflog.recent(repo, 1)), None)
            found.append(_undecided(repo, name, (move.before if move is not None else "") or UNBORN))
    return found


def _undecided(repo: Repository, name: str, before: str) -> Undecided:
    path = os.path.join(repo.git_dir, name)
    seen_by, _, who = files.read_or_empty(path).decode("ascii", "replace").strip().partition(" ")
    try:
        time = clock.rfc3339_ms(os.stat(path).st_mtime_ns // 1_000_000)
    except OSError:  # gone in the meantime
        time = clock.now_utc()
    return Undecided(name, before, seen_by, time, who == PERSON or not seen_by)


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
