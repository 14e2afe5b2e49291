"""Whether HEAD has commits that may contain linked work again. Hooks ask, so this starts no process."""

from __future__ import annotations

import os

from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import files
from entire.core.paths import SEEN_FILE, SQUASHED_FILE
from entire.git import reflog
from entire.git.reflog import Move
from entire.git.repository import Repository

_HEADS = 20  # commits to remember: people switch between branches
_MOVES = 50


def is_due(repo: Repository, head: str = "") -> bool:
    """Whether HEAD moved since its commits were checked. False without a reflog, or without checkpoints."""
    head = head or reflog.tip(repo)
    return bool(head) and head not in seen(repo) and _has_checkpoints(repo)


def _has_checkpoints(repo: Repository) -> bool:
    """False only if there cannot be any."""
    paths = (CHECKPOINTS_REF, "packed-refs", "reftable")
    return any(os.path.exists(os.path.join(repo.common_dir, path)) for path in paths)


def seen(repo: Repository) -> list[str]:
    """The commits up to which all were checked, newest first."""
    return (files.read(_path(repo, SEEN_FILE)) or b"").decode("ascii", "replace").split()


def note(repo: Repository, commit: str, *instead_of: str) -> None:
    """All commits up to this one are checked."""
    rest = [oid for oid in seen(repo) if oid not in (commit, *instead_of)]
    text = "".join(f"{oid}\n" for oid in [commit, *rest][:_HEADS])
    try:
        files.write_atomic(_path(repo, SEEN_FILE), text.encode(), durable=False)
    except FileNotFoundError:
        pass  # the worktree is being removed


def follow(repo: Repository, commit: str, parents: tuple[str, ...]) -> None:
    """A commit was linked as usual: it need not be checked if those before it were, or if it is the first."""
    known = seen(repo)
    if not known or (parents and parents[0] in known):
        note(repo, commit, *parents[:1])


def is_again(repo: Repository) -> bool:
    """Whether the commit that was just made may contain linked work again."""
    if os.path.lexists(_path(repo, SQUASHED_FILE)):
        return True
    made = reflog.recent(repo, 3)
    return bool(made) and (made[0].action.startswith("revert") or is_copy(made))


def may_come_again(repo: Repository) -> bool:
    """The same before the commit is made."""
    return os.path.lexists(_path(repo, SQUASHED_FILE)) or _is_reset(reflog.recent(repo, 2))


def is_copy(moves: list[Move]) -> bool:
    """Whether the first of these moves, newest first, made a commit from others."""
    last, *before = moves
    if last.action.startswith("cherry-pick"):
        return True
    return last.action.startswith("commit") and _is_reset(before)


def _is_reset(moves: list[Move]) -> bool:
    """Whether the first of these moves went back, and is not only `git reset`, which unstages."""
    if not moves or not moves[0].action.startswith("reset"):
        return False
    return len(moves) < 2 or moves[0].oid != moves[1].oid


def reset_before(repo: Repository, commit: str = "") -> tuple[str, str]:
    """From which commit HEAD was reset, and to which, before this one was made, or just now; else empty.

    If the commit was amended, before its first version was made.
    """
    moves = reflog.recent(repo, _MOVES)
    if commit:
        made = [at for at, move in enumerate(moves) if move.oid == commit]
        at = made[-1] if made else len(moves)
        while at < len(moves) and moves[at].action.endswith("(amend)"):
            at += 1
        moves = moves[at + 1 :]
    before = next((at for at, move in enumerate(moves) if not move.action.startswith("reset")), 0)
    return (moves[before].oid, moves[0].oid) if before else ("", "")


def note_squash(repo: Repository) -> None:
    """Keep the names of the commits that `git merge --squash` left: git deletes them with the commit."""
    squashed = files.read(_path(repo, "SQUASH_MSG"))
    if squashed is not None:
        parent = f"parent {reflog.tip(repo)}\n".encode()
        files.write_atomic(_path(repo, SQUASHED_FILE), parent + squashed, durable=False)
    else:  # that commit was not made
        forget_squash(repo)


def squashed_into(repo: Repository, parent: str) -> list[str]:
    """The commits that the commit with this parent squashed, if it is the last one."""
    text = (files.read(_path(repo, SQUASHED_FILE)) or b"").decode("utf-8", "replace")
    first, *lines = text.split("\n")
    if not parent or first != f"parent {parent}":
        return []
    named = (line.split(" ") for line in lines)
    return [words[1] for words in named if len(words) == 2 and words[0] == "commit"]


def forget_squash(repo: Repository) -> None:
    files.remove(_path(repo, SQUASHED_FILE))


def _path(repo: Repository, name: str) -> str:
    return os.path.join(repo.git_dir, name)
