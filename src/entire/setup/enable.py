"""Rules of `entire enable`: which agents, which settings, and what must not be there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import Any, NamedTuple

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.links import Linked
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import DEFAULT_STRATEGY, LOCAL_FILE, PROJECT_FILE
from entire.git import refs
from entire.git.hooks_dir import get_hooks_dir
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.setup import entire_dir, git_hooks, trust
from entire.setup.hooks_dir import check_hooks_dir

Raw = dict[str, Any]


class Files(NamedTuple):
    """The content of each file; None if it does not exist."""

    project: Raw | None
    local: Raw | None


def _target(before: Files, asked: str) -> str:
    """Return the file to write: the requested one, or else the team's, unless it exists already."""
    return asked or (PROJECT_FILE if before.project is None else LOCAL_FILE)


def decide_settings(before: Files, asked: str, wanted: Raw, inherited: Raw | None = None) -> Files:
    """Return the new content of both files: enabled, with the requested settings. No key moves between them.

    `enabled: false` is always removed from the local file, or enabling would have no effect. In the team's
    file it stays unless that is the target; the local file then overrides it. ``inherited``: in a linked
    worktree, the local settings of the main one, which the local file here overrides, too.
    """
    above = inherited or {}
    off_above = above.get("enabled") is False
    name = _target(before, asked)
    project, local = dict(before.project or {}), dict(before.local or {})
    if local.get("enabled") is False:
        del local["enabled"]
    if off_above:
        local["enabled"] = True
    if name == PROJECT_FILE:
        project = _merged({"strategy": DEFAULT_STRATEGY} | project | {"enabled": True}, wanted)
        return Files(project, None if before.local is None and not off_above else local)
    if asked or project.get("enabled") is False:
        local["enabled"] = True
    if before.project is None:
        local = {"strategy": above.get("strategy") or DEFAULT_STRATEGY} | local
    return Files(before.project, _merged(local, wanted))


def _merged(file: Raw, wanted: Raw) -> Raw:
    """Merge options one level deep, as when they are read."""
    options = file.get("strategy_options", {}) | wanted.get("strategy_options", {})
    return file | wanted | ({"strategy_options": options} if options else {})


class Known(NamedTuple):
    """A supported agent, and whether it was found here."""

    agent: Agent
    installed: bool  # our hooks are installed
    here: bool  # the work tree has files of this agent
    command: str  # its command, if on PATH

    @property
    def found(self) -> bool:
        return self.installed or self.here or bool(self.command)


def survey_agents(root: str) -> list[Known]:
    return [
        Known(agent, agent.installed(root), agent.is_present(root), _command(agent))
        for agent in registry.every()
    ]


def _command(agent: Agent) -> str:
    name = trust.program(agent)
    return name if shutil.which(name) else ""


def default_agents(known: Sequence[Known]) -> list[Agent]:
    """Pure: return the agents used in this work tree, or else those on PATH, or else the default agent."""
    used = [one.agent for one in known if one.installed or one.here]
    found = [one.agent for one in known if one.found]
    return used or found or [one.agent for one in known if one.agent.NAME == registry.DEFAULT]


def check_obstacles(repo: Repository) -> None:
    """Raise EntireError for anything that would make us fail half-way."""
    for link in entire_dir.linked(repo):
        raise Linked(link)
    folder = repo.path(ENTIRE_DIR)
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise EntireError(f"{ENTIRE_DIR} is not a directory", "move it away and try again")
    for name in (PROJECT_FILE, LOCAL_FILE):
        try:
            settings_files.read_file(repo.worktree, name)
        except ValueError as error:
            raise EntireError(f"cannot read {name}: {error}", "fix or remove it and try again") from error
    hooks = get_hooks_dir(repo)
    check_hooks_dir(repo, hooks)
    if os.path.lexists(hooks) and not os.path.isdir(hooks):
        raise EntireError(
            f"git's hooks directory is not a directory: {hooks}", "see `git config core.hooksPath`"
        )
    if refs.resolve(repo, "refs/heads/entire") is not None:
        raise EntireError(
            "a branch named `entire` exists, so git cannot create entire/checkpoints/v1",
            "rename it: git branch -m entire <another name>",
        )


def is_complete(repo: Repository) -> bool:
    """Whether entire is on and everything is in place."""
    loaded = own_settings.load(repo)
    agents = [agent for agent in registry.every() if agent.installed(repo.worktree)]
    return (
        loaded.enabled
        and bool(agents)
        and not any(agent.missing_hooks(repo.worktree) for agent in agents)
        and not git_hooks.not_current(repo, git_hooks.hook_command(loaded.settings))
        and not entire_dir.missing_entries(repo.worktree)
    )
