"""Whether a file is the user's own, or came with the repository."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.hashing import hasher
from entire.git import reflog
from entire.git.repository import Repository

_SUBMODULE = "160000"
_BRANCHES = ("refs/heads/", "refs/remotes/", "refs/stash")
_MAX_COMMITS = 1000  # of each kind that we look at


def is_own_file(repo: Repository, path: str) -> bool:
    """Whether a file is the user's alone: git does not track it, and did not bring it here.

    A repository can reach a file that git does not list: through a symbolic link, through a submodule, by a
    name that the file system takes for the same, or by a commit that was checked out and reset again.
    """
    return _is_in_place(repo, path) and not _is_tracked(repo, path) and not _was_checked_out(repo, path)


def _is_in_place(repo: Repository, path: str) -> bool:
    """Whether each part of the path has exactly this name, and is neither a link nor another repository."""
    folder = repo.worktree
    for name in path.split("/"):
        try:
            if name not in os.listdir(folder):
                return False
        except OSError:
            return False
        folder = os.path.join(folder, name)
        if os.path.islink(folder) or os.path.lexists(os.path.join(folder, ".git")):
            return False
    return True


def _is_tracked(repo: Repository, path: str) -> bool:
    """Whether git tracks the file or a submodule above it, ignoring case: some file systems ignore it too."""
    top = path.partition("/")[0]
    out = repo.run("ls-files", "-z", "--stage", "--", f":(top,icase,literal){top}").out
    for row in os.fsdecode(out).split("\0"):
        entry, _, name = row.partition("\t")
        above = entry.startswith(_SUBMODULE) and f"{path}/".lower().startswith(f"{name}/".lower())
        if name and (above or name.lower() == path.lower()):
            return True
    return False


def _was_checked_out(repo: Repository, path: str) -> bool:
    """Whether a branch, or a commit that HEAD was at, has the same file: `git reset` leaves it untracked."""
    data = files.read_or_empty(repo.path(path))
    ids = {_blob_id(repo, content) for content in (data, data.replace(b"\r\n", b"\n"))}
    tips = repo.run("for-each-ref", f"--count={_MAX_COMMITS}", "--format=%(objectname)", *_BRANCHES).out
    commits = {*tips.decode().split(), *(move.oid for move in reflog.moves(repo, _MAX_COMMITS))}
    names = "".join(f"{commit}:{path}\n" for commit in commits)
    out = repo.run("cat-file", "--batch-check", data=names.encode()).out if commits else b""
    return not ids.isdisjoint(out.decode("utf-8", "replace").split())


def _blob_id(repo: Repository, data: bytes) -> str:
    content = b"blob %d\0" % len(data) + data
    digest = hasher(repo.object_format, len(content))
    digest.update(content)
    return digest.hexdigest()
