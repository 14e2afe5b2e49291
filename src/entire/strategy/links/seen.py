"""Whether HEAD has commits that may contain linked work again. Hooks ask, so this starts no process."""

from __future__ import annotations

import os

from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import files
from entire.core.paths import SEEN_FILE, SQUASHED_FILE
from entire.git import reflog
from entire.git.repository import Repository

# What git does before or instead of a commit that may contain linked work again.
_AGAIN = ("reset", "revert", "cherry-pick")


def is_due(repo: Repository, head: str = "") -> bool:
    """Whether HEAD moved since its commits were checked. False without a reflog, or without checkpoints."""
    head = head or reflog.tip(repo)
    return bool(head) and head != seen(repo) and _has_checkpoints(repo)


def _has_checkpoints(repo: Repository) -> bool:
    """False only if there cannot be any."""
    paths = (CHECKPOINTS_REF, "packed-refs", "reftable")
    return any(os.path.exists(os.path.join(repo.common_dir, path)) for path in paths)


def seen(repo: Repository) -> str:
    """The commit up to which all were checked; empty if none was."""
    return (files.read(_path(repo, SEEN_FILE)) or b"").decode("ascii", "replace").strip()


def note(repo: Repository, commit: str) -> None:
    """All commits up to this one are checked."""
    files.write_atomic(_path(repo, SEEN_FILE), f"{commit}\n".encode(), durable=False)


def follow(repo: Repository, commit: str, parents: tuple[str, ...]) -> None:
    """A commit was linked as usual: it need not be checked if those before it were, or if it is the first."""
    if seen(repo) in ("", *parents[:1]):
        note(repo, commit)


def is_again(repo: Repository) -> bool:
    """Whether the commit that was just made may contain linked work again."""
    if os.path.lexists(_path(repo, SQUASHED_FILE)):
        return True
    return any(move.action.startswith(_AGAIN) for move in reflog.recent(repo, 2))


def note_squash(repo: Repository) -> None:
    """Keep the names of the commits that `git merge --squash` left: git deletes them with the commit."""
    squashed = files.read(_path(repo, "SQUASH_MSG"))
    if squashed is not None:
        files.write_atomic(_path(repo, SQUASHED_FILE), squashed, durable=False)
    else:  # that commit was not made
        files.remove(_path(repo, SQUASHED_FILE))


def take_squashed(repo: Repository) -> list[str]:
    """The commits that the last commit squashed. They are returned once."""
    text = (files.read(_path(repo, SQUASHED_FILE)) or b"").decode("utf-8", "replace")
    files.remove(_path(repo, SQUASHED_FILE))
    lines = (line.split(" ") for line in text.split("\n"))
    return [words[1] for words in lines if len(words) == 2 and words[0] == "commit"]


def _path(repo: Repository, name: str) -> str:
    return os.path.join(repo.git_dir, name)
