"""Lock files of git commands that are running, or were killed."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator

from entire.core import files
from entire.core.value import Value
from entire.git.repository import Repository

_NAMES = ("index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "shallow.lock")
_BELOW = (
    "objects/maintenance.lock",
    "objects/pack/multi-pack-index.lock",
    "objects/info/commit-graph.lock",
    "objects/info/commit-graphs/commit-graph-chain.lock",
    "reftable/tables.list.lock",
)
_GC = "gc.pid"


class LockFile(Value):
    path: str
    ref: str  # the locked ref; empty if it is not a ref
    age: float  # seconds


def lock_files(repo: Repository) -> list[LockFile]:
    """Return the lock files of all worktrees."""
    now = time.time()
    found = []
    for path, ref in [*_plain(repo), *_of_refs(repo)]:
        try:
            found.append(LockFile(path, ref, now - os.lstat(path).st_mtime))
        except OSError:
            continue
    return found


def _plain(repo: Repository) -> Iterator[tuple[str, str]]:
    others = os.path.join(repo.common_dir, "worktrees")
    folders = [os.path.join(others, name) for name in os.listdir(others)] if os.path.isdir(others) else []
    for folder in (repo.common_dir, *folders):
        yield from ((os.path.join(folder, name), "") for name in _NAMES)
    yield from ((os.path.join(repo.common_dir, name), "") for name in _BELOW)
    gc = os.path.join(repo.common_dir, _GC)
    if _is_running(files.read_or_empty(gc)):
        yield gc, ""


def _is_running(content: bytes) -> bool:
    """Whether the process in `gc.pid` is running; assume so if it is on another machine."""
    pid, _, host = content.decode("utf-8", "replace").strip().partition(" ")
    if not pid.isdigit():
        return False
    if host != socket.gethostname():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


def _of_refs(repo: Repository) -> Iterator[tuple[str, str]]:
    top = os.path.join(repo.common_dir, "refs")
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith(".lock"):
                path = os.path.join(folder, name)
                yield path, os.path.relpath(path, repo.common_dir).removesuffix(".lock")
