"""Check the places where we write: they are writable, have space, and are not symbolic links."""

from __future__ import annotations

import os
import shutil

from entire.agent import registry
from entire.core import links
from entire.core.paths import ENTIRE_DIR
from entire.doctor.finding import Finding
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.setup import entire_dir

READ_ONLY = "read_only"
FULL = "disk_full"
LINKED = "linked_place"
LEAST_BYTES = 32 * 1024 * 1024


def examine(repo: Repository) -> list[Finding]:
    places = [path for path in (repo.common_dir, repo.path(ENTIRE_DIR)) if os.path.isdir(path)]
    found = [_read_only(path) for path in places if not os.access(path, os.W_OK)]
    full = [path for path in places if shutil.disk_usage(path).free < LEAST_BYTES]
    return found + [_full(path) for path in full[:1]] + _links(repo)


def _links(repo: Repository) -> list[Finding]:
    """Nothing is written through a link."""
    places = list(worktrees.every(repo))
    found = dict.fromkeys(path for place in places for path in entire_dir.linked(place))
    outside = [
        place.path(agent.CONFIG_FILE)
        for place in places
        for agent in registry.every()
        if links.leads_out(place.worktree, place.path(agent.CONFIG_FILE))
    ]
    return [_linked(path, _target(path)) for path in found] + [_config(path) for path in outside]


def _read_only(path: str) -> Finding:
    return Finding(
        READ_ONLY,
        f"cannot record anything: {path} is not writable",
        "the file system is mounted read-only, or the folder belongs to another user",
        f"make it writable; see `ls -ld {path}` and `mount`",
        names=[path],
    )


def _full(path: str) -> Finding:
    return Finding(
        FULL,
        f"the disk with {path} is almost full",
        f"less than {LEAST_BYTES // 1024 // 1024} MB are free: hooks may fail to record",
        "free some space; `git gc` often helps",
        names=[path],
    )


def _linked(path: str, target: str) -> Finding:
    return Finding(
        LINKED,
        f"{path} is a symbolic link to {target}",
        "a repository can contain links that point anywhere, so nothing is written through them",
        f"if it is not yours, remove it; {links.HINT}",
        names=[path],
    )


def _config(path: str) -> Finding:
    return Finding(
        LINKED,
        f"{path} is behind a link that leads out of the work tree: {os.path.realpath(path)}",
        "other projects may use that file, so our hooks are neither added to it nor removed",
        "replace the link with a real file, then run `entire enable`",
        names=[path],
    )


def _target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return "?"
