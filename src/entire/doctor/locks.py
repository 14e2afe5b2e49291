"""Find lock files of killed git commands on our refs, and on packed refs: they stop us from recording."""

from __future__ import annotations

import os

from entire.core.paths import OWN_REF_PREFIXES
from entire.doctor.finding import Finding, Repair
from entire.git import locks, ref_updates
from entire.git.ref_updates import Elsewhere
from entire.git.repository import Repository

LEFT = "left_lock"
OLD = "old_lock"
PACKED = "packed_lock"
ELSEWHERE = "lock_elsewhere"
_PACKED = "packed-refs.lock"
_OLD_SECONDS = 3600  # no git command has a ref locked for this long


def examine(repo: Repository) -> list[Finding]:
    left, packed = ref_updates.left_locks(repo), ref_updates.packed_lock(repo)
    elsewhere = {lock.path: lock for lock in ref_updates.locks_elsewhere(repo) if lock.path not in left}
    known = {*left, packed, *elsewhere}
    old = [
        lock.path
        for lock in locks.lock_files(repo)
        if lock.age > _OLD_SECONDS and lock.path not in known and _is_in_our_way(lock)
    ]
    named = [*map(_elsewhere, elsewhere.values()), *([_left_packed(packed)] if packed else [])]
    return [*(_left(path) for path in left), *named, *(_old(path) for path in old)]


def _is_in_our_way(lock: locks.LockFile) -> bool:
    return lock.ref.startswith(OWN_REF_PREFIXES) or os.path.basename(lock.path) == _PACKED


def remove(repo: Repository) -> str:
    """Remove the locks that killed processes left; others stay."""
    return "removed" if ref_updates.remove_left(repo) else "already gone"


def _left(path: str) -> Finding:
    return Finding(
        LEFT,
        f"a killed process left {path}",
        "it was killed while it moved a ref. Nothing can be recorded there until the file is gone",
        "the next prompt or commit removes it; to do it now, run `entire doctor --force`",
        ref=os.path.basename(path),
        names=[path],
        repairs=(Repair.REPAIR,),
    )


def _elsewhere(lock: Elsewhere) -> Finding:
    return Finding(
        ELSEWHERE,
        f"a process on another machine left {lock.path}, or is still using it",
        f"process {lock.pid} on {lock.host or 'an unknown host'} was moving a ref. Nothing can be recorded "
        "there until the file is gone; we cannot see from here whether that process is running",
        f"if it is not, delete the file: `rm {lock.path}`",
        ref=os.path.basename(lock.path),
        names=[lock.path],
    )


def _left_packed(path: str) -> Finding:
    return Finding(
        PACKED,
        f"a killed process probably left {path}",
        "it was killed while it deleted a shadow branch. Until the file is gone, git cannot delete branches "
        "or pop stashes. Other git commands create the same file, so it is not deleted automatically",
        f"if no git command is running, delete it: `rm {path}`",
        ref=os.path.basename(path),
        names=[path],
    )


def _old(path: str) -> Finding:
    return Finding(
        OLD,
        f"{path} was created more than an hour ago",
        "a git command was killed, or is still running. Until the file is gone, something cannot be recorded",
        "if no git command is running, delete the file",
        ref=os.path.basename(path),
        names=[path],
    )
