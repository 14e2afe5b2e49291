"""The commits that refs reach, and the objects that each commit adds, for any number of refs at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.git import process
from entire.git.objects.tree import SUBMODULE_MODE
from entire.git.objects.walk import parts
from entire.git.process import LEAN
from entire.git.repository import Repository

_SUBMODULE = SUBMODULE_MODE.encode()


def commit_ids(repo: Repository, tips: Iterable[str], apart_from: Iterable[str]) -> list[str]:
    """Return the commits reachable from ``tips``, but not from ``apart_from``, children before parents."""
    request = "".join([*(f"{oid}\n" for oid in tips), *(f"^{oid}\n" for oid in apart_from)])
    return list(lines_of(repo, "rev-list", "--topo-order", "--stdin", request=request))


def added(
    repo: Repository, commits: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the paths and objects that each commit adds to another one (empty: to nothing).

    Folders are included, except for the root. Commits that add nothing are left out.
    """
    request = "".join(f"{commit} {before}".rstrip() + "\n" for commit, before in commits)
    commit, entries = "", list[tuple[str, str]]()
    options = ("--stdin", "-r", "-t", "-z", "--root", "--no-renames", "--no-abbrev")
    tokens = _answer(repo, "diff-tree", options, request, b"\0")
    for token in tokens:
        if not token.startswith(b":"):
            if entries:
                yield commit, entries
            commit, entries = token.decode(), []
            continue
        path = next(tokens)
        modes, oid, status = token.rsplit(b" ", 2)  # there can be half a million
        if status != b"D" and modes[8:14] != _SUBMODULE:
            entries.append((os.fsdecode(path), oid.decode()))
    if entries:
        yield commit, entries


def listed(repo: Repository, tips: Iterable[str], trees_of: Iterable[str], since: int) -> Iterator[str]:
    """Yield the objects of all commits since a time, and the trees of ``trees_of`` of any time."""
    request = "".join([*(f"{oid}\n" for oid in tips), *(f"{oid}^{{tree}}\n" for oid in trees_of)])
    options = ("--objects", "--no-object-names", "--missing=allow-any", f"--max-age={since}", "--stdin")
    return lines_of(repo, "rev-list", *options, request=request)


def lines_of(repo: Repository, name: str, *options: str, request: str = "") -> Iterator[str]:
    """Yield the lines of a git command's output as they come."""
    for line in _answer(repo, name, options, request, b"\n"):
        yield line.decode()


def _answer(
    repo: Repository, name: str, options: tuple[str, ...], request: str, end: bytes
) -> Iterator[bytes]:
    running = process.start(repo.arguments(*LEAN, name, *options), process.readable(request.encode()))
    return parts(running, name, end)


def detached_heads(repo: Repository) -> list[str]:
    """Return the commits of the worktrees with a detached HEAD."""
    found: list[str] = []
    for entry in os.fsdecode(repo.run("worktree", "list", "--porcelain").out).split("\n\n"):
        lines = entry.split("\n")
        if "detached" in lines:
            found += [line.removeprefix("HEAD ") for line in lines if line.startswith("HEAD ")]
    return found
