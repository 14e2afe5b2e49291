"""The reflog of HEAD."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git.repository import Repository

MOVES = 200  # the last ones: what was done since the last event, be it a long rebase
_LAST_BYTES = 64 * 1024  # longer than any entry
AMEND = "commit (amend)"  # an action
_INITIAL = "commit (initial)"


class Move(Value):
    oid: str
    action: str  # as git words it: `commit`, `commit (amend)`, `cherry-pick`, `pull`, …
    before: str = ""  # what HEAD was; empty on a branch without commits, or if it is not known


def moves(repo: Repository, limit: int = -1) -> list[Move]:
    """Return the last moves of HEAD, or all of them, newest first."""
    most = [f"-{limit + 1}"] if limit >= 0 else []  # one more, to know where the last of them began
    command = ["log", "--walk-reflogs", *most, "-z", "--format=%H %gs", "HEAD"]
    records = repo.run(*command, ok=(0, 128)).out.decode("utf-8", "replace").split("\0")
    pairs = [record.strip().partition(" ") for record in records if record.strip()]
    facts = [(oid, subject.partition(":")[0].strip()) for oid, _, subject in pairs]
    earlier = [*(oid for oid, _ in facts), ""][1:]
    found = [
        Move(oid, action, "" if action == _INITIAL else before)
        for (oid, action), before in zip(facts, earlier, strict=True)
    ]
    return found[:limit] if limit >= 0 else found


def tip(repo: Repository) -> str:
    """Return the commit that HEAD last moved to, without starting git; empty if that is not known."""
    found = recent(repo, 1)
    return found[0].oid if found else ""


def move_to(repo: Repository, oid: str) -> Move | None:
    """Return the last move of HEAD to a commit; None if it is not known."""
    return next((move for move in last(repo) if move.oid == oid), None)


def last(repo: Repository, limit: int = MOVES) -> list[Move]:
    """Return the last moves of HEAD, newest first. Git is asked if its file does not have enough of them."""
    tail, is_whole = _tail(repo)
    found = _parsed_lines(tail, limit)
    return found if found and (is_whole or len(found) == limit) else moves(repo, limit)


def recent(repo: Repository, limit: int) -> list[Move]:
    """Return the last few moves of HEAD, newest first, without starting git; none if they are not known."""
    return _parsed_lines(_tail(repo)[0], limit)


def _tail(repo: Repository) -> tuple[bytes, bool]:
    """The end of the file, and whether that is all of it. Empty without a file, as with reftable."""
    descriptor = files.open_regular(os.path.join(repo.git_dir, "logs", "HEAD"))
    if descriptor is None:
        return b"", False
    try:
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, _LAST_BYTES, max(0, size - _LAST_BYTES)), size <= _LAST_BYTES
    finally:
        os.close(descriptor)


def _parsed_lines(tail: bytes, limit: int) -> list[Move]:
    lines = tail.strip().split(b"\n")[-limit:]
    return [move for line in reversed(lines) if (move := _parsed(line)) is not None]


def _parsed(line: bytes) -> Move | None:
    """`<old> <new> <who> <when> <zone> TAB <action>: <subject>`"""
    facts, _, subject = line.partition(b"\t")
    old, new, *_ = (*facts.decode("ascii", "replace").split(" "), "", "")
    if not all(made_of(oid, HEX, 40, 64) for oid in (old, new)) or not new.strip("0"):
        return None
    action = subject.decode("utf-8", "replace").partition(":")[0].strip()
    return Move(new, action, old if old.strip("0") else "")
