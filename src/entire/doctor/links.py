"""Check that our folders and files are not symbolic links: nothing is written through one."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.core import links
from entire.doctor.finding import Finding
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.setup import entire_dir

LINKED = "linked_place"


def examine(repo: Repository) -> list[Finding]:
    places = list(worktrees.every(repo))
    found = dict.fromkeys(path for place in places for path in entire_dir.linked(place))
    outside = [
        place.path(agent.CONFIG_FILE)
        for place in places
        for agent in registry.every()
        if links.leads_out(place.worktree, place.path(agent.CONFIG_FILE))
    ]
    return [_finding(path, _target(path)) for path in found] + [_config(path) for path in outside]


def _finding(path: str, target: str) -> Finding:
    return Finding(
        LINKED,
        f"{path} is a symbolic link to {target}",
        "a repository can contain links that point anywhere, so nothing is written through them",
        f"if it is not yours, remove it; {links.HINT}",
        items=[path],
    )


def _config(path: str) -> Finding:
    return Finding(
        LINKED,
        f"{path} is behind a link that leads out of the work tree: {os.path.realpath(path)}",
        "other projects may use that file, so our hooks are neither added to it nor removed",
        "replace the link with a real file, then run `entire enable`",
        items=[path],
    )


def _target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return "?"
