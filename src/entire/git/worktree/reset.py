"""Reset the user's branch, index and work tree on their request, and undo it."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import INDEX_FILE
from entire.git.errors import GitError
from entire.git.refs import BRANCHES
from entire.git.repository import Repository


def hard_reset(repo: Repository, oid: str) -> None:
    """Run `git reset --hard`; untracked and ignored files stay. Raises EntireError."""
    try:
        repo.run("reset", "--hard", "--quiet", oid)
    except GitError as error:
        raise EntireError(f"git reset failed: {error.detail.strip()[:300]}") from error


def commits_since(repo: Repository, oid: str) -> int:
    """Return how many commits HEAD is ahead of this one."""
    return int(repo.run("rev-list", "--count", f"{oid}..HEAD", "--").out)


def is_merging(repo: Repository) -> bool:
    """Whether a merge is in progress, or the index has conflicts."""
    return os.path.exists(os.path.join(repo.git_dir, "MERGE_HEAD")) or bool(unmerged(repo))


def unmerged(repo: Repository) -> set[str]:
    """Return the files with conflicts."""
    records = os.fsdecode(repo.run("ls-files", "--unmerged", "-z").out).split("\0")
    return {record.split("\t", 1)[1] for record in records if record}


def indexed(repo: Repository) -> dict[str, str]:
    """Return every path of the index with its blob."""
    records = os.fsdecode(repo.run("ls-files", "--stage", "-z").out).split("\0")
    pairs = (record.split("\t", 1) for record in records if record)
    return {path: head.split(" ")[1] for head, path in pairs}


def store_index(repo: Repository) -> str:
    """Store the index file as a blob and return its id; empty if there is no index."""
    path = os.path.join(repo.git_dir, "index")
    if not os.path.exists(path):
        return ""
    return repo.run("hash-object", "-w", "--no-filters", "--", path).out.decode().strip()


def branch_locks(repo: Repository, branch: str) -> list[str]:
    """Return git's lock files that keep the branch from being moved; ``branch`` is empty if HEAD is detached.

    Who left them is not asked: they are the user's, and a git command may be running.
    """
    paths = [os.path.join(repo.git_dir, "HEAD.lock")]
    paths += [os.path.join(repo.common_dir, f"{BRANCHES}{branch}.lock")] if branch else []
    return [path for path in paths if os.path.lexists(path)]


def index_is_locked(repo: Repository) -> bool:
    """Whether git has the index locked. A lock that an undo left when it was killed does not count."""
    path = os.path.join(repo.git_dir, "index.lock")
    return os.path.lexists(path) and not _is_left(repo)


def _is_left(repo: Repository) -> bool:
    """Whether a killed undo left the lock. The caller holds the repository's lock, so none is running."""
    try:
        own = os.stat(os.path.join(repo.git_dir, INDEX_FILE))
        lock = os.lstat(os.path.join(repo.git_dir, "index.lock"))
    except OSError:
        return False
    return os.path.samestat(own, lock)


def restore_index(repo: Repository, data: bytes) -> None:
    """Write the index under git's own lock, which is a second name of our file: a kill leaves both."""
    path, own = os.path.join(repo.git_dir, "index"), os.path.join(repo.git_dir, INDEX_FILE)
    lock = f"{path}.lock"
    if _is_left(repo):
        files.remove(lock)
    files.write_atomic(own, data, 0o644)
    try:
        _take(lock, own, data)
        _put(lock, path)
    finally:
        files.remove(own)


def _take(lock: str, own: str, data: bytes) -> None:
    try:
        os.link(own, lock)
    except FileExistsError:
        raise EntireError("the index is locked by another git process", "try again when it is done") from None
    except OSError:  # without hard links: there, nothing recognizes the lock after a kill
        with open(lock, "xb") as file:
            file.write(data)


def _put(lock: str, path: str) -> None:
    try:
        os.replace(lock, path)
    except BaseException:
        files.remove(lock)
        raise
