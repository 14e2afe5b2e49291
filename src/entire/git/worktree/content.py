"""Store files of the work tree as git does: with filters, and symbolic links as links."""

from __future__ import annotations

import os
import stat

from entire.core import limits
from entire.core.paths import nameable
from entire.git.errors import GitError
from entire.git.objects import loose
from entire.git.objects.edit_tree import Change
from entire.git.objects.tree import EXECUTABLE_MODE, FILE_MODE, SUBMODULE_MODE, SYMLINK_MODE
from entire.git.objects.write import Writer
from entire.git.quoted import quote
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Keep files even if their line endings would not survive a round trip.
STORE = ("-c", "core.safecrlf=false", "hash-object", "-w", "--stdin-paths")
UNKNOWN = "?"  # in place of a blob id: the file exists, but cannot be read, is too large, or its filter fails
# How many files may fail before we give up: each costs a process.
_MAX_FAILURES = 16


def snapshot(repo: Repository, writer: Writer, paths: Iterable[str], modes: dict[str, str]) -> list[Change]:
    """Store these paths and return them as changes to a tree.

    A missing path becomes a removal; a directory, or a file that cannot be read, stays as it was.
    ``modes`` are those that git reported; others are read from the file.
    """
    changes: list[Change] = []
    regular: list[tuple[str, str]] = []
    real: dict[str, bool] = {}
    for path in filter(_storable, paths):
        try:
            info = os.lstat(repo.path(path))
            gone = not _really_inside(repo, path, real)
        except (FileNotFoundError, NotADirectoryError):
            gone = True
        except OSError:
            continue
        if gone:
            changes.append(Change(path))
            continue
        if stat.S_ISLNK(info.st_mode):
            target = os.fsencode(os.readlink(repo.path(path)))
            changes.append(Change(path, SYMLINK_MODE, writer.blob(target)))
        elif stat.S_ISREG(info.st_mode):
            regular.append((path, modes.get(path) or _mode(repo, info)))
        elif stat.S_ISDIR(info.st_mode) and modes.get(path) == SUBMODULE_MODE:
            changes += _submodule(repo, path)
    oids = hash_files(repo, [path for path, _ in regular])
    changes += [Change(path, mode, oids[path]) for path, mode in regular if path in oids]
    return changes


def _storable(path: str) -> bool:
    """Whether git would accept a path."""
    parts = path.split("/")
    return nameable(path) and not any(part in ("", ".", "..") or part.lower() == ".git" for part in parts)


def _really_inside(repo: Repository, path: str, known: dict[str, bool]) -> bool:
    """Whether no directory of a path is a symbolic link: a file behind one is not at this path."""
    folder = os.path.dirname(path)
    if folder not in known:
        known[folder] = os.path.realpath(repo.path(folder)) == os.path.normpath(repo.path(folder))
    return known[folder]


def _mode(repo: Repository, info: os.stat_result) -> str:
    return EXECUTABLE_MODE if repo.file_mode and info.st_mode & stat.S_IXUSR else FILE_MODE


def _submodule(repo: Repository, path: str) -> list[Change]:
    try:
        oid = repo.run("-C", path, "--git-dir=.git", "rev-parse", "HEAD").out.decode().strip()
    except GitError:
        return []
    return [Change(path, SUBMODULE_MODE, oid)]


def present_oids(repo: Repository, paths: list[str]) -> dict[str, str]:
    """Return the blob ids of those files and links that exist, as git would store them, or `UNKNOWN`."""
    with Writer(repo) as writer:
        changes = snapshot(repo, writer, without_large(repo, paths), {})
    found = {change.path: change.oid for change in changes if change.oid is not None}
    return found | dict.fromkeys(not_stored(paths, changes), UNKNOWN)


def without_large(repo: Repository, paths: Iterable[str]) -> list[str]:
    """Return the paths without those of large files, which would take too long to read."""
    return [path for path in paths if not is_large(repo, path)]


def is_large(repo: Repository, path: str, limit: str = "file") -> bool:
    """Whether a file is larger than one of the limits."""
    try:
        return os.lstat(repo.path(path)).st_size > limits.size(limit)
    except (OSError, ValueError):
        return False


def not_stored(paths: Iterable[str], changes: Iterable[Change]) -> list[str]:
    """Return the paths that a snapshot had to leave out: they exist, but git cannot store them now."""
    stored = {change.path for change in changes}
    return [path for path in paths if path not in stored and _storable(path)]


def hash_files(repo: Repository, paths: list[str]) -> dict[str, str]:
    """Store regular files with git's own filters (autocrlf, LFS, …) and return their blob ids.

    Git stops at a file that vanished or whose filter fails. We leave it out and try again with the others, a
    few times, those with another filter first.
    """
    found = _hash(repo, paths)
    broken = set(loose.remove_empty(loose.objects_dir(repo), found.values()))
    return found | _hash(repo, [path for path, oid in found.items() if oid in broken]) if broken else found


def _hash(repo: Repository, paths: list[str]) -> dict[str, str]:
    left = [path for path in paths if os.access(repo.path(path), os.R_OK)]
    found: dict[str, str] = {}
    filters: dict[str, str] = {}
    for _ in range(_MAX_FAILURES):
        if not left:
            break
        request = b"".join(quote(path) + b"\n" for path in left)
        oids = repo.run(*STORE, data=request, ok=(0, 1, 128)).out.decode().split()
        found |= zip(left, oids, strict=False)
        failed, left = left[len(oids) : len(oids) + 1], left[len(oids) + 1 :]
        if left:
            filters = filters or _filters(repo, [*failed, *left])
            left.sort(key=lambda path: filters.get(path) == filters.get(failed[0]))
    return found


def _filters(repo: Repository, paths: list[str]) -> dict[str, str]:
    """Return the names of the files' filters and encodings."""
    request = os.fsencode("".join(f"{path}\0" for path in paths))
    command = ("check-attr", "-z", "--stdin", "filter", "working-tree-encoding")
    words = os.fsdecode(repo.run(*command, data=request, ok=(0, 128)).out).split("\0")
    found: dict[str, str] = {}
    for path, name, value in zip(words[::3], words[1::3], words[2::3], strict=False):
        found[path] = f"{found.get(path, '')} {name}={value}"
    return found
