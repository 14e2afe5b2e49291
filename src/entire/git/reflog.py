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
    found = recent(repo, 1)
    return found[0].oid if found else ""


def before_head(repo: Repository) -> str:
    """Return the commit that HEAD was before its last move; empty if there was none, or it is not known."""
    found = recent(repo, 2)
    return found[1].oid if len(found) > 1 else ""


def recent(repo: Repository, limit: int) -> list[Move]:
    """Return the last few moves of HEAD, newest first, without starting git; none if they are not known."""
    descriptor = files.open_regular(os.path.join(repo.git_dir, "logs", "HEAD"))
    if descriptor is None:
        return []
    try:
        size = os.fstat(descriptor).st_size
        tail = os.pread(descriptor, _LAST_BYTES, max(0, size - _LAST_BYTES))
    finally:
        os.close(descriptor)
    lines = tail.strip().split(b"\n")[-limit:]
    return [move for line in reversed(lines) if (move := _parsed(line)) is not None]


def _parsed(line: bytes) -> Move | None:
    """`<old> <new> <who> <when> <zone> TAB <action>: <subject>`"""
    oid = line.split(b" ")[1].decode("ascii", "replace") if line.count(b" ") > 1 else ""
    subject = line.partition(b"\t")[2].decode("utf-8", "replace")
    valid = made_of(oid, HEX, 40, 64) and oid.strip("0")
    return Move(oid, subject.partition(":")[0].strip()) if valid else None
