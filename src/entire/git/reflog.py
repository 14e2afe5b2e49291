"""The reflog of HEAD."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git.repository import Repository

_LAST_BYTES = 16 * 1024  # longer than any entry


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


def tip(repo: Repository) -> str:
    """Return the commit that HEAD last moved to, without starting git; empty if that is not known."""
    descriptor = files.open_regular(os.path.join(repo.git_dir, "logs", "HEAD"))
    if descriptor is None:
        return ""
    try:
        size = os.fstat(descriptor).st_size
        last = os.pread(descriptor, _LAST_BYTES, max(0, size - _LAST_BYTES)).strip().rpartition(b"\n")[2]
    finally:
        os.close(descriptor)
    oid = last.split(b" ")[1].decode("ascii", "replace") if last.count(b" ") > 1 else ""
    return oid if made_of(oid, HEX, 40, 64) and oid.strip("0") else ""
