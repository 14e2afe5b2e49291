"""Whether a file is the user's own, or came with the repository."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.hashing import hasher
from entire.git import reflog
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SUBMODULE = "160000"
_BRANCHES = ("refs/heads/", "refs/remotes/", "refs/stash")
_MAX_COMMITS = 1000  # of each kind that we look at
_MAX_BYTES = 1024 * 1024  # of a file with attributes
_CONVERTING = (b"ident", b"filter", b"working-tree-encoding")
_DIGITS = tuple("0123456789")  # the size of an object that exists ends the row


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
    """Whether a branch, or a commit that HEAD was at, has the same file: `git reset` leaves it untracked.

    Git may have converted the content, by the attributes that such a commit has; those of today may differ.
    """
    tips = repo.run("for-each-ref", f"--count={_MAX_COMMITS}", "--format=%(objectname)", *_BRANCHES).out
    commits = {*tips.decode().split(), *(move.oid for move in reflog.moves(repo, _MAX_COMMITS))}
    blobs = _blobs(repo, commits, path)
    if not set(_ids(repo, path)).isdisjoint(blobs.values()):
        return True
    folders = [path[: i + 1] for i, char in enumerate(path) if char == "/"]
    attributes = [_blobs(repo, blobs, f"{folder}.gitattributes") for folder in ("", *folders)]
    oids = {oid for found in attributes for oid in found.values()}
    with Objects(repo) as objects:
        return any(blob is None or _may_convert(blob.data) for blob in objects.read_many(oids, _MAX_BYTES))


def _blobs(repo: Repository, commits: Iterable[str], path: str) -> dict[str, str]:
    """The object at a path, for each commit that has one."""
    asked = list(commits)
    names = "".join(f"{commit}:{path}\n" for commit in asked)
    out = repo.run("cat-file", "--batch-check", data=names.encode()).out if asked else b""
    rows = out.decode("utf-8", "replace").splitlines()
    return {commit: row.split()[0] for commit, row in zip(asked, rows, strict=True) if row.endswith(_DIGITS)}


def _may_convert(attributes: bytes) -> bool:
    """Whether attributes can make content differ from what is committed, by more than the ends of lines."""
    return any(word in attributes for word in _CONVERTING)


def _ids(repo: Repository, path: str) -> list[str]:
    """The ids that the file has, as it is and as git converts it now."""
    data = files.read_or_empty(repo.path(path))
    ids = [_blob_id(repo, content) for content in (data, data.replace(b"\r\n", b"\n"))]
    converted = repo.run("-c", "core.safecrlf=false", "hash-object", "--", path, ok=(0, 1, 128)).out
    return [*ids, converted.decode().strip()]


def _blob_id(repo: Repository, data: bytes) -> str:
    content = b"blob %d\0" % len(data) + data
    digest = hasher(repo.object_format, len(content))
    digest.update(content)
    return digest.hexdigest()
