"""The reflog of HEAD."""

from __future__ import annotations

from entire.core.value import Value
from entire.git.repository import Repository


class Move(Value):
    oid: str
    action: str  # as git words it: `commit`, `commit (amend)`, `cherry-pick`, `pull`, …


def moves(repo: Repository, limit: int) -> list[Move]:
    """Return the last moves of HEAD, newest first."""
    command = ["log", "--walk-reflogs", f"-{limit}", "-z", "--format=%H %gs", "HEAD"]
    records = repo.run(*command, ok=(0, 128)).out.decode("utf-8", "replace").split("\0")
    pairs = (record.strip().partition(" ") for record in records if record.strip())
    return [Move(oid, subject.partition(":")[0].strip()) for oid, _, subject in pairs]


def last_action(repo: Repository) -> str:
    """Return the action of HEAD's last move; empty if there is no reflog."""
    return next((move.action for move in moves(repo, 1)), "")
